export interface ModelSummary {
  readonly id: string;
  readonly job: 'embedding' | 'rerank' | 'chat';
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

export interface ModelCheck {
  readonly id: string;
  readonly ok: boolean;
  readonly message: string;
  readonly loadMs: number | null;
  readonly embedMs: number | null;
}
