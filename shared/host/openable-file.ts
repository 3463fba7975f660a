import { openedExtensions } from '../formats';

/** Returns whether a file may be opened with the system's program for it. The name decides, as it does for the system. */
export function mayOpen(path: string): boolean {
  const name = path.split(/[/\\]/).at(-1) ?? '';
  const dot = name.lastIndexOf('.');
  return dot > 0 && openedExtensions.has(name.slice(dot + 1).toLowerCase()) && !isRemote(path);
}

/** A place on another machine (`\\machine\share`): only looking at it tells that machine who looks. */
export function isRemote(path: string): boolean {
  return /^[\\/]{2}/.test(path);
}
