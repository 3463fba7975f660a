/** The team room: the place of a library, its members and the store of its files. Never looks into documents. */

export { type Desk, type DeskKeys, deskKeysOf, finishDesk, forgetDesk, readDesk, writeDesk } from './desk';
export { FileStore, type FileStoreAddress } from './file-store';
export { deskRows, membersOf } from './members';
export { invite, MemberKeys, memberStatement, newKeys, newMember, type OwnerKeys, revoke } from './people';
export { teamSchema } from './team-schema';
