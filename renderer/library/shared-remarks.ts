import type { FileReport } from '@shared/contract/index';

/** So many files with one and the same remark are said together: one line for each would say nothing more. */
const saidTogether = 4;

/** Remarks that several files have in common, with how many, and the files whose remarks are their own. */
export interface SharedRemarks {
  readonly shared: readonly { readonly warnings: readonly string[]; readonly files: number }[];
  readonly single: readonly FileReport[];
}

/** Tells files with a remark of their own from those of which the same is to be said, in the order of the report. */
export function sharedRemarks(files: readonly FileReport[]): SharedRemarks {
  const groups = new Map<string, FileReport[]>();
  for (const file of files) {
    const key = file.warnings.join('\n');
    const group = groups.get(key);
    if (group) group.push(file);
    else groups.set(key, [file]);
  }
  const together = [...groups.values()].filter((group) => group.length >= saidTogether);
  const said = new Set(together.flat());
  return {
    shared: together.map((group) => ({ warnings: group[0]?.warnings ?? [], files: group.length })),
    single: files.filter((file) => !said.has(file)),
  };
}
