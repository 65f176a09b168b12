from server.matches.stream_writer import Nonces


def test_a_thousand_nonces_are_sixteen_bytes_each_and_all_different() -> None:
    nonces = Nonces()
    given = [nonces() for _ in range(1000)]
    assert {len(nonce) for nonce in given} == {16}
    assert len(set(given)) == 1000
