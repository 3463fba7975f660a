/**
 * team: what several desks share: where a library's place is and what opens it, who its members are, and the store of its
 * files. Never looks into documents.
 */

export { type Desk, type DeskKeys, deskKeysOf, finishDesk, forgetDesk, readDesk, writeDesk } from './desk';
export { FileStore, type FileStoreAddress } from './file-store';
export { deskRows, membersOf } from './members';
export { invite, MemberKeys, memberStatement, newKeys, newMember, type OwnerKeys, revoke } from './people';
export { teamSchema } from './team-schema';
