export interface ModelSummary {
  readonly id: string;
  readonly job: 'embedding' | 'rerank' | 'nli' | 'chat';
  readonly title: string;
  readonly licence: string;
  readonly installed: boolean;
  readonly active: boolean;
  /** Folder it is loaded from, or null. */
  readonly location: string | null;
  readonly dimension: number | null;
  readonly window: number | null;
  readonly bytes: number;
}

/** A file of a model that was pulled, and what its bytes were compared with. */
export interface PulledFile {
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
  /** `catalogue`: pinned in models.json; `hub`: published by the hub; `first-use`: nobody publishes it, so it is remembered from now on. */
  readonly checkedAgainst: 'catalogue' | 'hub' | 'first-use';
  /** False where it was there already. */
  readonly downloaded: boolean;
}

export interface PulledModel {
  readonly model: ModelSummary;
  /** Empty for a model that a server pulled into its own store. */
  readonly files: readonly PulledFile[];
}

export interface ModelCheck {
  readonly id: string;
  readonly ok: boolean;
  readonly message: string;
  readonly loadMs: number | null;
  readonly embedMs: number | null;
}
