/** The team room: the place of a library, its members and the store of its files. Never looks into documents. */

export { type Desk, type DeskKeys, deskKeysOf, finishDesk, forgetDesk, readDesk, writeDesk } from './desk';
export { FileStore, type FileStoreAddress } from './file-store';
export {
  deskRows,
  invite,
  MemberKeys,
  memberStatement,
  membersOf,
  newKeys,
  newMember,
  type OwnerKeys,
  revoke,
  teamSchema,
} from './people';
