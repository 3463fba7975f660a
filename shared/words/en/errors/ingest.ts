/** Errors of the room ingest, by code and by the details' `why`; `default` is said where there is none. */
export const ingest = {
  empty: {
    default: {
      message: 'The file is empty.',
      hint: 'Add a file that has something in it.',
    },
  },
  'no-text': {
    default: {
      message: 'The file has no text in it.',
      hint: 'Add a file that has text in it.',
    },
    scan: {
      message: 'The pages have no text ({{pages, number}}); they are probably a scan.',
      hint: 'Switch text recognition (OCR) on in Settings under Documents, and add the file again.',
    },
    'not-recognised': {
      message: 'No text was recognised on its pages ({{pages, number}}).',
      hint: 'Scan it upright and at 300 dots an inch, and choose its language under Settings, Documents.',
    },
    'recognition-failed': {
      message: 'No text was recognised on its pages ({{pages, number}}): {{reason}}.',
      hint: 'Scan it upright and at 300 dots an inch, and choose its language under Settings, Documents.',
    },
    'no-pages': {
      message: 'The PDF has no pages.',
      hint: 'Export the document again from its program.',
    },
  },
  encrypted: {
    default: {
      message: 'The file is protected by a password.',
      hint: 'Enter the password of a PDF. Of another file, save a copy without one and add the copy.',
    },
    'copy-protected': {
      message: 'The file is copy-protected (DRM).',
      hint: 'Only the reader of the shop that sold it can open it. Add another edition, one without copy protection.',
    },
  },
  damaged: {
    default: {
      message: 'The file is damaged.',
      hint: 'Get it again from where it came from, or open it in another program and save it there.',
    },
    part: {
      message: 'The file is damaged: its part {{part}} is missing or cannot be read.',
      hint: 'Get it again from where it came from, or open it in another program and save it there.',
    },
    'not-text': {
      message: 'The file is damaged: it is not text.',
      hint: 'Get it again from where it came from, or open it in another program and save it there.',
    },
    'not-zip': {
      message: 'The file is damaged: it is not a whole zip file.',
      hint: 'Get it again from where it came from, or open it in another program and save it there.',
    },
    'not-kind': {
      message: 'The file is named .{{extension}} but holds nothing that such a file holds.',
      hint: 'Get it again from where it came from, or open it in another program and save it there.',
    },
    'not-drawn': {
      message: 'The pages of this PDF cannot be drawn: {{said}}.',
      hint: 'Its text was read when it was added: choose “Text”.',
    },
  },
  'too-large': {
    default: {
      message: 'The file is too large.',
      hint: 'Split it, or raise “Largest file” in Settings › Limits.',
    },
    upload: {
      message: 'The file is larger than {{most, number}} MiB.',
      hint: 'Split it, or raise “Largest file” in Settings › Limits.',
    },
    body: {
      message: 'The body of this call is larger than {{most, number}} MiB.',
      hint: 'Send less at once.',
    },
    bytes: {
      message: 'The file has {{mebibytes, number}} MiB; the limit is {{most, number}} MiB.',
      hint: 'Split it, or raise “Largest file” in Settings › Limits.',
    },
    pixels: {
      message: 'The picture has {{width, number}} × {{height, number}} pixels; the limit is {{maxPixels, number}}.',
      hint: 'Make it smaller, or raise “Most pixels” in Settings › Limits.',
    },
    unpacked: {
      message: 'The file unpacks to more than {{maxExpandedBytes, number}} bytes.',
      hint: 'Split it, or raise “Largest unpacked size” in Settings › Limits.',
    },
    parts: {
      message: 'The file has more than {{maxEntries, number}} parts.',
      hint: 'Split it, or raise “Most parts” in Settings › Limits.',
    },
    ratio: {
      message: 'A part of the file unpacks to more than {{maxExpansionRatio, number}} times its size.',
      hint: 'Split it, or raise “Largest expansion” in Settings › Limits.',
    },
    depth: {
      message: 'Elements of the file lie inside each other deeper than {{maxDepth, number}}.',
      hint: 'Simplify it, or raise “Deepest nesting” in Settings › Limits.',
    },
    memory: {
      message: 'Reading the file took more than {{mebibytes, number}} MiB of memory.',
      hint: 'Split it, save it anew in another program, or raise “Most memory” in Settings › Limits.',
    },
    characters: {
      message: 'The file holds more than {{maxCharacters, number}} characters of text.',
      hint: 'Split it, or raise “Largest file” in Settings › Limits.',
    },
  },
  'too-slow': {
    default: {
      message: 'Reading the file took too long.',
      hint: 'Split it, or save it anew in another program, and add it again.',
    },
    reading: {
      message: 'Reading the file took more than {{seconds, number}} seconds of processor time.',
      hint: 'Split it, save it anew in another program, or raise “Time for a file” in Settings › Limits.',
    },
  },
  'too-many-pages': {
    default: {
      message: 'The document has too many pages.',
      hint: 'Split the file, or raise “Most pages” in Settings › Limits.',
    },
    pages: {
      message: 'The document has {{pages, number}} pages; the limit is {{maxPages, number}}.',
      hint: 'Split the file, or raise “Most pages” in Settings › Limits.',
    },
    recognition: {
      message: 'The file has {{pages, number}} pages without text; text recognition takes {{maxOcrPages, number}}.',
      hint: 'Split the file, or raise “Most pages” in Settings › Limits.',
    },
  },
  unsupported: {
    default: {
      message: 'Vitrine does not read this format.',
      hint: 'It reads text, PDF, web pages, e-books, mails, tables and office documents: export the document as one of these.',
    },
    'save-as': {
      message: 'Vitrine has no reader for .{{extension}} files.',
      hint: 'Open it in the program that made it or in LibreOffice, save it as .{{saveAs}}, and add the copy.',
    },
    picture: {
      message: 'The file is a picture (pages: {{pages, number}}).',
      hint: 'Switch text recognition (OCR) on in Settings under Documents, and add it again.',
    },
    kind: {
      message: 'Vitrine has no reader for files of this kind ({{mime}}).',
      hint: 'It reads text, PDF, web pages, e-books, mails, tables and office documents: export the document as one of these.',
    },
  },
  vanished: {
    default: {
      message: 'The file is not there any more.',
      hint: 'It may have been moved, renamed or deleted; add it from where it is now.',
    },
    folder: {
      message: 'There is no folder {{path}}.',
      hint: 'Check the path; connect the drive.',
    },
  },
  'not-readable': {
    default: {
      message: 'The file cannot be read.',
      hint: 'Check that you may read it and that no other program has locked it.',
    },
    system: {
      message: 'The file cannot be read ({{systemCode}}).',
      hint: 'Check that you may read it and that no other program has locked it.',
    },
    'not-regular': {
      message: 'This is not a regular file.',
      hint: 'Choose a document instead of a device, pipe or folder.',
    },
    'link-outside': {
      message: 'A link leads out of the added folder here.',
      hint: 'To have the file in the library, add it from where it really lies.',
    },
    name: {
      message: 'The name of the file or folder is not UTF-8.',
      hint: 'Rename it, and add it again.',
    },
    path: {
      message: '{{path}} cannot be read.',
      hint: 'Check the path, and that it may be read.',
    },
  },
  'reader-crashed': {
    default: {
      message: 'Reading the file crashed more than once.',
      hint: 'Leave it out, or save it with another program; the others go on.',
    },
  },
  'file-set-aside': {
    default: {
      message: 'Vitrine ended more than once while it read this file, so it was set aside.',
      hint: 'Save it with another program, or leave it out. A retry reads it once more.',
    },
  },
  'job-not-found': {
    default: {
      message: 'There is no such ingest.',
      hint: 'The list of ingests shows those that are there.',
    },
  },
  'watch-not-found': {
    default: {
      message: 'This folder is not watched.',
      hint: 'The library shows those that are.',
    },
  },
  'watch-incomplete': {
    default: {
      message: 'The system does not report every change in this folder.',
      hint: 'It is looked at every half minute instead.',
    },
  },
} as const;
