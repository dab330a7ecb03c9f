// Versions that a bucket keeps of its objects, and the locks on them. A store without versions, such as a folder, has
// none of this.

export interface BucketFeatures {
  /**
   * `yes`: a deleted or replaced object stays as an old version. `unknown`: the server does not let this user find out.
   */
  readonly keepsVersions: 'yes' | 'no' | 'unknown';
  /** The bucket has object lock, so versions can have a retention period or a legal hold. */
  readonly hasObjectLock: boolean;
  /** New objects get a retention period from the bucket. */
  readonly hasDefaultRetention: boolean;
}

export interface StoredVersion {
  readonly key: string;
  readonly versionId: string;
  /** The version is a delete marker, which has no bytes. */
  readonly isDeleteMarker: boolean;
  readonly isLatest: boolean;
  readonly sizeBytes: number;
}

export interface VersionPage {
  readonly versions: readonly StoredVersion[];
  /** Start of the next page; undefined if this page is the last one. */
  readonly next: VersionCursor | undefined;
}

export interface VersionCursor {
  readonly key: string;
  readonly versionId: string | undefined;
}

/** A version that the store refuses to delete, and why. */
export interface LockedVersion {
  readonly key: string;
  readonly versionId: string;
  readonly hasLegalHold: boolean;
  /** Retention period that has not ended. */
  readonly retention?: { readonly mode: string; readonly untilMs: number } | undefined;
  /** Message of the server. */
  readonly message: string;
}

/** All methods reject with ObjectStoreUnavailableError if the store cannot be used. */
export interface ObjectVersions {
  /** Asks the server each time, because an administrator may change the bucket. */
  features(): Promise<BucketFeatures>;

  /**
   * Returns at most `limit` (default 1000) versions whose key starts with `prefix`, in the order of the server. Some
   * servers return the last version of a page again on the next page.
   */
  list(prefix: string, after?: VersionCursor, limit?: number): Promise<VersionPage>;

  /**
   * Deletes every version of the object, which removes its bytes. Returns the versions that are locked. If there are
   * any, the delete marker stays, because otherwise the object would appear again.
   */
  erase(key: string): Promise<LockedVersion[]>;

  /**
   * Places a legal hold on the current version, or lifts the legal holds of all versions. Returns false if there is no
   * such version.
   */
  setLegalHold(key: string, isOn: boolean): Promise<boolean>;
}
