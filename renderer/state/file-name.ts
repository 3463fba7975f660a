/** The last part of a path, with either kind of slash. */
export const fileName = (path: string): string => path.split(/[/\\]/).findLast(Boolean) ?? path;
