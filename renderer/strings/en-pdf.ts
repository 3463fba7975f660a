/** What the viewer of PDF pages says, in English. */
export const pdf = {
  toolbar: 'Page and size',
  region: (page: number, title: string) => `Page ${page} of ${title}`,
  previousPage: 'Previous page',
  nextPage: 'Next page',
  pageNumber: 'Page number',
  ofPages: (pages: number) => `of ${pages}`,
  zoomIn: 'Larger (Ctrl +)',
  zoomOut: 'Smaller (Ctrl −)',
  fitWidth: 'Fit the width (Ctrl 0)',
  percent: (scale: number) => `${Math.round(scale * 100)} %`,
  cited: 'The cited passage',
  notFound: 'The passage is on this page, but its exact place could not be found. “Text” shows it.',
  unreadable: (cause: string) => `The pages of this PDF cannot be drawn: ${cause}`,
  unreadableHint: 'Its text was read when it was added: choose “Text”.',
};
