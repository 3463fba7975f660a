/** Errors of the room store, by code and by the details' `why`; `default` is said where there is none. */
export const store = {
  'library-locked': {
    default: {
      message: 'Another Vitrine has this library open.',
      hint: 'Make the change there, or close it and try again here.',
    },
    busy: {
      message: 'Another Vitrine is writing to this library and does not come to an end.',
      hint: 'Try again in a moment; if that does not help, close the other one.',
    },
    exchanged: {
      message: 'The library in this folder is another one now.',
      hint: 'Close this Vitrine and open it again: then it has the library that is there.',
    },
    gone: {
      message: 'The folder of the library is not there any more.',
      hint: 'Plug its disk in again or move the folder back, then close this Vitrine and open it again.',
    },
    'to-restore': {
      message: 'A Vitrine has that library open.',
      hint: 'Close it first, or restore into another folder.',
    },
  },
  'library-read-only': {
    default: {
      message: 'Vitrine may not write to the library folder.',
      hint: 'Check the permissions of that folder, or choose another library folder.',
    },
    place: {
      message: 'Vitrine may not write to {{place}}.',
      hint: 'Check the permissions of that folder, or choose another library folder.',
    },
    'no-folder': {
      message: 'There cannot be a library folder at {{place}}.',
      hint: 'Choose a folder on a disk that can be written to, with --library or in the settings.',
    },
  },
  'library-damaged': {
    default: {
      message: 'The library is damaged.',
      hint: 'Restore the folder from a backup, or move it away to start a new library.',
    },
    catalogue: {
      message: 'The catalogue in {{place}} is damaged.',
      hint: 'Restore the folder from a backup, or move it away to start a new library.',
    },
    path: {
      message: 'A stored path leads out of the library.',
      hint: 'Restore the folder from a backup.',
    },
  },
  'schema-foreign': {
    default: {
      message: 'The catalogue has parts that are not Vitrine’s.',
      hint: 'They could change or hold up everything here, so nothing was read. Restore a backup of your own.',
    },
    library: {
      message: 'The catalogue of this library has parts that are not Vitrine’s: {{names}}.',
      hint: 'They could change or hold up everything here, so nothing was read. Ask who sent it, or restore a backup of your own.',
    },
    place: {
      message: 'The catalogue of this team place has parts that are not Vitrine’s: {{names}}.',
      hint: 'They could change or hold up everything here, so nothing is read. An owner can remove them under Settings › Storage, or with vitrine team clean.',
    },
  },
  'library-linked': {
    default: {
      message: 'Part of the library folder is not the library’s own.',
      hint: 'Nothing was read or changed. Put a real folder or file in its place. To keep the library on another disk, move the whole folder: Settings › Storage says how.',
    },
    several: {
      message: 'In the library folder this is not the library’s own: {{parts}}.',
      hint: 'Nothing was read or changed. Put a real folder or file in its place. To keep the library on another disk, move the whole folder: Settings › Storage says how.',
    },
    link: {
      message: 'In the library folder this is a link to another place: {{parts}}.',
      hint: 'Nothing was read or changed. Remove the link and move what belongs to the library into its place. To keep the library on another disk, move the whole folder: Settings › Storage says how.',
    },
    mount: {
      message: 'In the library folder this lies on another disk: {{parts}}.',
      hint: 'Nothing was read or changed. Unmount it and move what belongs to the library into its place. To keep the library on another disk, move the whole folder: Settings › Storage says how.',
    },
    kind: {
      message: 'In the library folder this is neither the file nor the folder that belongs there: {{parts}}.',
      hint: 'Nothing was read or changed. Move it away, or restore the folder from a backup.',
    },
  },
  'library-newer': {
    default: {
      message: 'This library was made by a newer Vitrine.',
      hint: 'Update Vitrine, or choose another library folder.',
    },
  },
  'library-older': {
    default: {
      message: 'The catalogue of this team place was made by an older Vitrine.',
      hint: 'Ask an owner of the place to open it with this version once.',
    },
  },
  'team-unreachable': {
    default: {
      message: 'The team place cannot be reached.',
      hint: 'What has been synced can be searched and asked all the same. Check the network, or ask who looks after the server.',
    },
    files: {
      message: 'The file store of the team place cannot be reached.',
      hint: 'Documents can be searched and asked; adding and opening files waits. Check the network, or ask who looks after the store.',
    },
  },
  'team-refused': {
    default: {
      message: 'The team place does not take this invitation any more.',
      hint: 'It was revoked, or it belongs to another place. Ask an owner of the place for a new one.',
    },
    files: {
      message: 'The file store of the team place does not take its keys any more.',
      hint: 'Ask an owner of the place for a new invitation.',
    },
  },
  'team-read-only': {
    default: {
      message: 'You may read in this team place, but not change it.',
      hint: 'Ask an owner of the place to invite you as a contributor.',
    },
  },
  'team-busy': {
    default: {
      message: 'Others are changing the team place so fast that this change found no gap.',
      hint: 'Try again in a moment; nothing was changed.',
    },
  },
  'team-fixed': {
    default: {
      message: 'All members of a team place search with the same model and the same passages.',
      hint: 'Make the place a folder again, change it there, and share it anew.',
    },
    backup: {
      message: 'A team place is backed up where its servers are.',
      hint: 'Ask who looks after them, or bring everything back into a folder and back that up.',
    },
  },
  'team-invitation': {
    default: {
      message: 'This is no invitation to a team place.',
      hint: 'Copy the line that you were given: it begins with vitrine-team:.',
    },
    cut: {
      message: 'This is only a part of an invitation to a team place, or it was changed.',
      hint: 'Copy the whole line that you were given, from vitrine-team: to its end.',
    },
    newer: {
      message: 'A newer Vitrine made this invitation.',
      hint: 'Update Vitrine on this computer, then join.',
    },
  },
  'team-place': {
    default: {
      message: 'This cannot be done in a team place.',
      hint: 'Look at Settings › Storage › Team place.',
    },
    none: {
      message: 'This library belongs to no team place.',
      hint: 'Join one with an invitation, or make one of this library.',
    },
    member: {
      message: 'This library belongs to a team place already.',
      hint: 'Leave that place first, or open another library.',
    },
    'has-documents': {
      message: 'This library has documents of its own.',
      hint: 'Join with an empty library: open another folder, such as with vitrine --library FOLDER.',
    },
    taken: {
      message: 'This server has another place already.',
      hint: 'Each place has a server of its own. Ask for an empty one, or join with an invitation.',
    },
    'not-owner': {
      message: 'Only owners of the place invite and revoke.',
      hint: 'Ask an owner: Settings names them.',
    },
    'no-member': {
      message: 'There is no such member.',
      hint: 'Look at the list of members.',
    },
    'last-owner': {
      message: 'This is the last owner of the place.',
      hint: 'Invite another owner first.',
    },
  },
  'team-differs': {
    default: {
      message: 'The place does not have the same as this folder.',
      hint: 'Nothing was switched over, and nothing is lost. Try again; if it stays so, somebody else writes into the place.',
    },
  },
  'team-admin': {
    default: {
      message: 'The administration of the server does not take this key.',
      hint: 'It is the one behind --admin-auth-key where the server is started.',
    },
  },
  'team-server': {
    default: {
      message: 'This server forgets the members of a place when it restarts.',
      hint: 'Start sqld with --enable-namespaces, as docs/guide/team.md says.',
    },
  },
  'team-file': {
    default: {
      message: 'What the store has is not the file that was put there.',
      hint: 'It was changed or cut. Nothing of it was opened. Ask who looks after the store for the file of a backup.',
    },
    gone: {
      message: 'The store does not have {{name}} any more.',
      hint: 'Ask who looks after the store for the file of a backup. The text can be searched and asked all the same.',
    },
  },
  'store-unsuitable': {
    default: {
      message: 'This store writes over what is there, also where it is asked not to.',
      hint: 'A team place needs one with conditional writes (If-None-Match), such as Amazon S3, MinIO, Ceph or Versity.',
    },
  },
  'library-exists': {
    default: {
      message: 'There is something in this folder already.',
      hint: 'Choose another folder.',
    },
    library: {
      message: 'There is a library in {{folder}}.',
      hint: 'Choose another folder, or say that it may be replaced: it is kept beside the new one.',
    },
  },
  'backup-exists': {
    default: {
      message: 'There is a file of this name already.',
      hint: 'Give another name, or say that it may be replaced.',
    },
    path: {
      message: 'There is a file at {{path}} already.',
      hint: 'Give another name, or say that it may be replaced.',
    },
  },
  'backup-invalid': {
    default: {
      message: 'This backup cannot be restored: it is damaged, or none of Vitrine’s.',
      hint: 'Use another backup. Nothing was changed.',
    },
    path: {
      message: '{{path}} cannot be restored: it is not there, or no whole backup of Vitrine.',
      hint: 'Use another backup. Nothing was changed.',
    },
    'no-catalogue': {
      message: 'This backup cannot be restored: it holds no catalogue, which says what its files are.',
      hint: 'Use another backup. Nothing was changed.',
    },
    bomb: {
      message: 'This backup cannot be restored: it would unpack to {{mebibytes, number}} MiB, as no library does.',
      hint: 'Do not use it unless you know who made it. Nothing was changed.',
    },
    part: {
      message: 'This backup cannot be restored: {{part}} in it is damaged.',
      hint: 'Use another backup. Nothing was changed.',
    },
  },
  'disk-full': {
    default: {
      message: 'The disk is full.',
      hint: 'Make room and try again; nothing that was in the library is lost.',
    },
    place: {
      message: 'The disk that holds {{place}} is full.',
      hint: 'Make room on that disk and try again; nothing that was in the library is lost.',
    },
    settings: {
      message: 'The disk is full: the settings are as before.',
      hint: 'Make room and try again.',
    },
    model: {
      message: 'The disk is full; what had come of the model was removed.',
      hint: 'Make room and get the model again.',
    },
  },
  'index-mismatch': {
    default: {
      message: 'The index of this library does not fit the model.',
      hint: 'Rebuild it in Settings under Storage or with vitrine reindex --model NAME. Nothing is read again.',
    },
    model: {
      message:
        'This library was indexed with {{model}} and the chunk profile {{profile}}, which {{asked}} cannot be mixed into.',
      hint: 'Rebuild it in Settings under Storage or with vitrine reindex --model NAME. Nothing is read again.',
    },
    dimension: {
      message: '{{model}} now gives vectors of {{dimension}} numbers; this library was indexed with {{indexed}}.',
      hint: 'It has become another model: choose one with vitrine reindex --model NAME.',
    },
  },
  'index-unavailable': {
    default: {
      message: 'The search index cannot be read.',
      hint: 'Rebuild it from the catalogue, in Settings under Storage or with vitrine reindex. No document is lost.',
    },
    store: {
      message: 'The store of the index, {{place}}, refuses or does not answer.',
      hint: 'Check the network, the bucket and its keys (AWS_ENDPOINT_URL, AWS_ACCESS_KEY_ID …), or move the index into the library folder in Settings under Storage. No document is lost.',
    },
  },
  'table-not-found': {
    default: {
      message: 'This table is not there any more.',
      hint: 'It may have been deleted in another window. The room Tables lists those that are there.',
    },
    column: {
      message: 'The table does not have this column any more.',
      hint: 'Look at the table again.',
    },
    row: {
      message: 'The table does not have this document any more.',
      hint: 'It may have been deleted, or moved out of the table’s collections.',
    },
  },
  'survey-not-found': {
    default: {
      message: 'This survey is not there any more.',
      hint: 'It may have been ended in another window, or deleted with its conversation.',
    },
  },
  'document-not-found': {
    default: {
      message: 'This is not in the library any more.',
      hint: 'The document may have been deleted or replaced.',
    },
    ids: {
      message: 'Not in the library: {{ids, list}}.',
      hint: 'See vitrine documents for the ids.',
    },
    file: {
      message: 'The file of this document is not in the library.',
      hint: 'Add it again; its text is still here.',
    },
  },
  'chunk-malformed': {
    default: {
      message: 'The text of this document was damaged in the library.',
      hint: 'It is read again from where it came from; add the file once more where that fails.',
    },
  },
  'collection-not-found': {
    default: {
      message: 'There is no such collection.',
      hint: 'The list shows those that are there.',
    },
    name: {
      message: 'There is no collection {{name}}.',
      hint: 'The list shows those that are there.',
    },
  },
  'collection-exists': {
    default: {
      message: 'There is such a collection already.',
      hint: 'Choose another name.',
    },
    name: {
      message: 'There is a collection {{name}} already.',
      hint: 'Choose another name, or move the documents there.',
    },
  },
  'collection-fixed': {
    default: {
      message: 'This collection holds all documents that are in no other one: it stays as it is.',
      hint: 'Make a collection of your own and move documents there.',
    },
  },
} as const;
