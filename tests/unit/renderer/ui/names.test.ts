import { describe, expect, it } from 'vitest';
import { disambiguatedTitles } from '../../../../renderer/ui/names';

const document = (documentId: string, title: string, path: string) => ({ documentId, title, path });

describe('documents of one title', () => {
  it('are distinguished by the names of their files', () => {
    const files = disambiguatedTitles([
      document('1', 'Lease', '/home/a/lease-2023.md'),
      document('2', 'Lease', '/home/a/lease-2024.md'),
      document('3', 'Invoice', '/home/a/invoice.md'),
    ]);
    expect([...files]).toEqual([
      ['1', 'lease-2023.md'],
      ['2', 'lease-2024.md'],
    ]);
  });

  it('are distinguished by their whole paths if the names are the same too', () => {
    const files = disambiguatedTitles([
      document('1', 'Lease', '/home/north/lease.md'),
      document('2', 'Lease', '/home/south/lease.md'),
      document('3', 'Lease', '/home/south/old.md'),
    ]);
    expect([...files.values()]).toEqual(['/home/north/lease.md', '/home/south/lease.md', 'old.md']);
  });
});
