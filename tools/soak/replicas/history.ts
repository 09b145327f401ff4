/** A batch of an agent. The agent resends it until a replica acknowledges it. */
export interface SentBatch {
  readonly hostId: number;
  readonly seq: number;
  /** The time of its samples. */
  readonly sampleMs: number;
  readonly eventUid: string;
  ackedMs: number | null;
  /** An answer that an agent does not expect. */
  refusal: string | null;
}

/** What a person wanted to change. Each one has a text that no other write has. */
export type WriteKind = 'memo' | 'confirm' | 'snooze' | 'group' | 'template' | 'setting';

export interface UserWrite {
  readonly kind: WriteKind;
  readonly text: string;
  /** The template of `template` and `setting`, whose writes overwrite each other. */
  readonly of: number | null;
  /** Until it is known, the person repeats the request with the same Idempotency-Key. */
  outcome: 'unknown' | 'done' | 'refused';
  attemptCnt: number;
}

export interface ReceivedMessage {
  readonly deliveryId: string;
  readonly body: string;
}

/** A read of a user whose rights change. */
export interface AccessRead {
  readonly userId: string;
  readonly replica: string;
  readonly askedMs: number;
  /** The last acknowledged change of the user's rights. */
  readonly after: AccessChange;
  /** Null: no answer. */
  readonly status: number | null;
}

export type AccessChange = 'signIn' | 'signOut' | 'demotion' | 'promotion' | 'suspension';

/** A pod list of one cluster as one replica answered it. */
export interface ListRead {
  readonly replica: string;
  readonly hostId: number;
  readonly askedMs: number;
  readonly podNames: readonly string[];
  /** The number of the last batch that the list shows. */
  readonly seq: number;
  /** The answer says that its data is old, or the replica says that it is not ready. */
  readonly isMarked: boolean;
}

export interface StreamNotice {
  readonly stream: number;
  readonly atMs: number;
  /** Null: the stream had to begin anew, and its screen read everything again. */
  readonly alarmIds: readonly number[] | null;
}

/** An alarm that was raised after one rest of the installation and before the next. */
export interface RaisedAlarm {
  readonly alarmId: number;
  readonly afterMs: number;
}

/** A replica stopped working for the clusters that it owned. */
export interface LostOwner {
  readonly fault: string;
  readonly atMs: number;
  readonly hostIds: readonly number[];
}

export interface History {
  readonly batches: SentBatch[];
  readonly writes: UserWrite[];
  readonly messages: ReceivedMessage[];
  readonly lists: ListRead[];
  readonly accessReads: AccessRead[];
  readonly notices: StreamNotice[];
  readonly raised: RaisedAlarm[];
  readonly lostOwners: LostOwner[];
}

export function emptyHistory(): History {
  return {
    batches: [],
    writes: [],
    messages: [],
    lists: [],
    accessReads: [],
    notices: [],
    raised: [],
    lostOwners: [],
  };
}

/** A cluster as its agent knows it after its last batch. */
export interface ExpectedCluster {
  readonly hostId: number;
  readonly seq: number;
  /** Existing pods. */
  readonly podNames: readonly string[];
  /** Pods that exist during the whole run. */
  readonly steadyPodNames: readonly string[];
  /** Existing pods whose image cannot be pulled: each has an open alarm. */
  readonly failingPodNames: readonly string[];
}

/** The stores after the run. */
export interface StoredState {
  /** The number of the batch in each entry of the history of each cluster's first pod. */
  readonly markerSeqs: ReadonlyMap<number, readonly number[]>;
  readonly podNames: ReadonlyMap<number, readonly string[]>;
  readonly eventUids: ReadonlyMap<number, readonly string[]>;
  /** For each engine: cluster -> time of a sample -> value. */
  readonly samples: readonly ReadonlyMap<number, ReadonlyMap<number, number>>[];
  readonly alarms: readonly StoredAlarm[];
  readonly alarmChanges: readonly StoredAlarmChange[];
  readonly memoTexts: readonly string[];
  readonly snoozeReasons: readonly string[];
  readonly groupNames: readonly string[];
  /** Every stored change of a template names the text of its write. */
  readonly templates: ReadonlyMap<
    number,
    { readonly description: string; readonly threshold: number | null }
  >;
  readonly outbox: readonly StoredMessage[];
}

export interface StoredAlarm {
  readonly alarmId: number;
  readonly hostId: number;
  readonly objectKey: string;
  readonly itemKey: string;
  readonly objectName: string;
  readonly isOpen: boolean;
  readonly isRecovered: boolean;
  readonly isFolded: boolean;
}

export interface StoredAlarmChange {
  readonly alarmId: number;
  readonly change: string;
  readonly memo: string | null;
}

export interface StoredMessage {
  readonly deliveryId: string;
  readonly alarmId: number | null;
  readonly webhookId: number;
  readonly reason: string;
  readonly state: string;
}
