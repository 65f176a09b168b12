"""Whether the server runs, for whatever watches over it."""

from fastapi import APIRouter, Depends

from server.access import Action
from server.web.edge.authorization import needs

router = APIRouter(tags=["health"], dependencies=[Depends(needs(Action.SEE_PUBLIC))])


@router.get("/health")
async def health() -> dict[str, str]:
    """Answers while the server runs."""
    return {"status": "ok"}
