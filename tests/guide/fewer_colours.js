// A PNG's pixels as numbers in a palette of 256 colours: the most frequent that differ to the eye, and
// for every other one the nearest of them.
async (png) => {
  const MOST = 256,
    ALIKE = 36;
  const image = new Image();
  image.src = `data:image/png;base64,${png}`;
  await image.decode();
  const { width, height } = image;
  const context = new OffscreenCanvas(width, height).getContext("2d");
  context.drawImage(image, 0, 0);
  const pixels = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
  const counts = new Map();
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  const parts = (colour) => [colour & 255, (colour >> 8) & 255, (colour >> 16) & 255];
  const apart = (one, other) => one.reduce((sum, part, i) => sum + (part - other[i]) ** 2, 0);
  const palette = [],
    numbers = new Map();
  for (const [colour] of [...counts].sort((one, other) => other[1] - one[1])) {
    const own = parts(colour);
    let nearest = 0,
      least = Infinity;
    palette.forEach((other, number) => {
      const distance = apart(own, other);
      if (distance < least) [nearest, least] = [number, distance];
    });
    if (palette.length < MOST && least > ALIKE) nearest = palette.push(own) - 1;
    numbers.set(colour, nearest);
  }
  const encoded = (bytes) => {
    let text = "";
    for (let at = 0; at < bytes.length; at += 32768) {
      text += String.fromCharCode(...bytes.subarray(at, at + 32768));
    }
    return btoa(text);
  };
  const numbered = Uint8Array.from(pixels, (pixel) => numbers.get(pixel));
  return { width, height, palette: encoded(Uint8Array.from(palette.flat())), pixels: encoded(numbered) };
};
