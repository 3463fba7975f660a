/**
 * A drawing as a file of its own: `var(--x)` becomes the colour it stands for now, since outside the window
 * nothing defines it.
 */
export function standaloneSvg(markup: string, colourOf: (variable: string) => string): string {
  const coloured = markup.replaceAll(/var\((--[a-z-]+)\)/g, (_, variable: string) => colourOf(variable));
  return coloured.includes('xmlns=') ? coloured : coloured.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"');
}

/** Offers the drawing to be saved. */
export function saveSvg(drawing: SVGSVGElement, name: string): void {
  const probe = document.createElement('span');
  document.body.append(probe);
  // `light-dark()` is only resolved in a computed colour, so each variable is put on an element and read back.
  const markup = standaloneSvg(drawing.outerHTML, (variable) => {
    probe.style.color = `var(${variable})`;
    return getComputedStyle(probe).color;
  });
  probe.remove();
  const url = URL.createObjectURL(new Blob([markup], { type: 'image/svg+xml' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
