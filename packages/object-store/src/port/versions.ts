// Versions of the objects in a bucket, and locks on these versions. Stores without versions, such as folders, do not
// implement this interface.

export interface BucketFeatures {
  /** `yes`: deleting or replacing an object leaves its old version. `unknown`: this user may not query the setting. */
  readonly keepsVersions: 'yes' | 'no' | 'unknown';
  /** True if the bucket has object lock, so that versions can have a retention period or a legal hold. */
  readonly hasObjectLock: boolean;
  /** True if the bucket gives new objects a retention period. */
  readonly hasDefaultRetention: boolean;
}

export interface StoredVersion {
  readonly key: string;
  readonly versionId: string;
  /** True if the version is a delete marker, which has no bytes. */
  readonly isDeleteMarker: boolean;
  readonly isLatest: boolean;
  readonly sizeBytes: number;
}

export interface VersionPage {
  readonly versions: readonly StoredVersion[];
  /** Start of the next page. Undefined after the last page. */
  readonly next: VersionCursor | undefined;
}

export interface VersionCursor {
  readonly key: string;
  readonly versionId: string | undefined;
}

/** Version that the store refuses to delete, and the reason. */
export interface LockedVersion {
  readonly key: string;
  readonly versionId: string;
  readonly hasLegalHold: boolean;
  /** Retention period of the version, if it has not ended. */
  readonly retention?: { readonly mode: string; readonly untilMs: number } | undefined;
  /** Error message of the server. */
  readonly message: string;
}

/** Access to versions. All methods reject with ObjectStoreUnavailableError if the store cannot be used. */
export interface ObjectVersions {
  /** Returns the features of the bucket. Requests them each time, because an administrator may change them. */
  features(): Promise<BucketFeatures>;

  /**
   * Returns at most `limit` (default 1000) versions whose key starts with `prefix`, in the server's order. Some servers
   * return the last version of a page again on the next page.
   */
  list(prefix: string, after?: VersionCursor, limit?: number): Promise<VersionPage>;

  /**
   * Deletes every version of the object, which removes its bytes. Returns the locked versions. If a version is locked,
   * keeps the delete marker, so that the object stays hidden.
   */
  erase(key: string): Promise<LockedVersion[]>;

  /** Places a legal hold on the current version, or removes all holds. Returns false if there is no such version. */
  setLegalHold(key: string, isOn: boolean): Promise<boolean>;
}
