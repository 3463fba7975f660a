/**
 * Endings of files that other programs show and do not run. What is opened is decided by the name, since the system
 * decides by it too; scripts, pages and documents that may hold macros are only shown in their folder.
 */
const shown: ReadonlySet<string> = new Set(
  'pdf txt md markdown csv json log rtf docx xlsx pptx odt epub eml png jpg jpeg tif tiff'.split(' '),
);

/** Whether a file may be opened with the system's program for it. */
export function mayOpen(path: string): boolean {
  const name = path.split(/[/\\]/).at(-1) ?? '';
  const dot = name.lastIndexOf('.');
  return dot > 0 && shown.has(name.slice(dot + 1).toLowerCase()) && !isRemote(path);
}

/** A place on another machine (`\\machine\share`): only looking at it tells that machine who looks. */
export function isRemote(path: string): boolean {
  return /^[\\/]{2}/.test(path);
}
