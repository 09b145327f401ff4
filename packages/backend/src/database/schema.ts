import type { DeliveryNote } from '@gwanje/contract/alarms/delivery-notes';
import type { ColumnType, Generated, GeneratedAlways, Kysely } from 'kysely';

/** Written as JSON text: the driver would turn an array into a PostgreSQL array. */
type Json<Read> = ColumnType<Read, string, string>;
/** The database sets it unless given. */
type Stamp = Generated<Date>;

/** A pool of connections, or a transaction. */
export type Db = Kysely<Database>;

export interface Database {
  userAccount: {
    userNo: GeneratedAlways<number>;
    /** Lower case. */
    userId: string;
    name: string;
    email: string | null;
    role: number;
    isKeyUser: Generated<boolean>;
    status: Generated<number>;
    passwordHash: string | null;
    passwordChangedAt: Date | null;
    oidcIssuer: string | null;
    oidcSubject: string | null;
    createdAt: Stamp;
    updatedAt: Stamp;
    lastLoginAt: Date | null;
    version: Generated<number>;
  };
  session: {
    /** SHA-256 of the token. The token itself is not stored. */
    tokenHash: Buffer;
    userNo: number;
    createdAt: Stamp;
    lastSeenAt: Stamp;
    /** When the user last proved who they are. */
    provedAt: Stamp;
    userAgent: string;
    address: string;
    oidcIssuer: string | null;
    oidcSid: string | null;
    oidcIdToken: string | null;
    loginBrowserHash: Buffer | null;
    consoleBrowserHash: Buffer | null;
    /** The admin of this session views the console as this user. */
    viewAsUserNo: number | null;
  };
  /** Accounts that an identity provider creates and changes (SCIM). */
  scimUser: {
    userNo: number;
    userName: string;
    /** NFC, trimmed, lower case. */
    userNameKey: string;
    /** The provider's own id. */
    externalId: string | null;
  };
  /** One row. Version 0: nobody has written rules. */
  signOnRules: {
    isOnly: Generated<boolean>;
    rules: Json<unknown>;
    version: Generated<number>;
    updatedAt: Date | null;
  };
  /** The group names with which a user signed on the last time. No other claim is stored. */
  signOnClaim: {
    userNo: number;
    /** The values of each claim that the rules name. */
    claimValues: Json<unknown>;
    /** The sub groups that the rules gave. */
    grantedSubGroupIds: number[];
    signedOnAt: Date;
  };
  /** One row. */
  securitySetting: {
    isOnly: Generated<boolean>;
    settings: Json<unknown>;
    version: Generated<number>;
    updatedAt: Date | null;
  };
  passwordHistory: {
    userNo: number;
    replacedAt: Date;
    passwordHash: string;
  };
  knownBrowser: {
    userNo: number;
    browserHash: Buffer;
    lastUsedAt: Date;
  };
  loginRequestCount: {
    /** Start of the window divided by its length. */
    windowNo: number;
    key: string;
    /** New with every start of a login site. */
    site: string;
    cnt: number;
  };
  loginThrottle: {
    /** `user:<id>`, `address:<ip>`, `browser:<hash>:<id>` or `session:<hash>` */
    key: string;
    failureCnt: number;
    lastFailureAt: Date;
    lockedUntil: Date | null;
  };
  signIn: {
    signInId: GeneratedAlways<number>;
    userNo: number;
    at: Date;
    method: string;
    userAgent: string;
    address: string;
    isNewBrowser: boolean;
    mailDueAt: Date | null;
    /** SHA-256 of the browser's secret at the login site. */
    browserHash: Buffer | null;
  };
  userTotp: {
    userNo: number;
    secret: Buffer;
    /** Null: not in use yet. */
    confirmedAt: Date | null;
    lastStep: Generated<number>;
    createdAt: Date;
  };
  passkey: {
    passkeyId: GeneratedAlways<number>;
    userNo: number;
    credentialId: Buffer;
    publicKey: Buffer;
    signatureCnt: number;
    transportList: Json<string[]>;
    name: string;
    createdAt: Date;
    lastUsedAt: Date | null;
  };
  recoveryCode: {
    userNo: number;
    codeHash: Buffer;
  };
  passkeyChallenge: {
    challenge: string;
    /** Hash of the browser's secret, or of the session's token. */
    boundTo: Buffer;
    expiresAt: Date;
  };
  /** The password was right; the second factor is missing. */
  pendingSignIn: {
    browserHash: Buffer;
    userNo: number;
    accountVersion: number;
    /** The user has enrolled a factor since the password, which needs no second check. */
    isEnrolled: Generated<boolean>;
    expiresAt: Date;
  };
  /** Sign-ons in progress. They survive a restart. */
  oidcLogin: {
    state: string;
    nonce: string;
    codeVerifier: string;
    returnUrl: string;
    consoleBrowserHash: Buffer | null;
    /** The provider must ask the user again, although it knows the browser. */
    isProof: Generated<boolean>;
    createdAt: Stamp;
    expiresAt: Date;
  };
  /** Back-channel logout tokens already received, so that none is accepted twice. */
  oidcLogoutToken: {
    jti: string;
    expiresAt: Date;
  };
  metaGroup: {
    metaGroupId: GeneratedAlways<number>;
    name: string;
    /** NFC, trimmed, lower case. Names with the same key are the same name. */
    nameKey: string;
    ownerUserNo: number | null;
    createdAt: Stamp;
    updatedAt: Stamp;
  };
  subGroup: {
    subGroupId: GeneratedAlways<number>;
    metaGroupId: number;
    name: string;
    nameKey: string;
    /** The lowest role that may read the logs of its clusters. */
    logReaders: Generated<'totalAdmin' | 'groupAdmin' | 'user'>;
    createdAt: Stamp;
    updatedAt: Stamp;
  };
  subGroupMember: {
    userNo: number;
    subGroupId: number;
    createdAt: Stamp;
  };
  dutyRota: {
    dutyRotaId: GeneratedAlways<number>;
    metaGroupId: number;
    name: string;
    nameKey: string;
    /** False: only the sub groups of `dutyRotaGroup`. */
    coversAll: boolean;
    plan: Json<unknown>;
    createdAt: Date;
    updatedAt: Date;
    version: Generated<number>;
  };
  dutyRotaGroup: {
    dutyRotaId: number;
    subGroupId: number;
  };
  dutyException: {
    dutyExceptionId: GeneratedAlways<number>;
    dutyRotaId: number;
    /** Null: all shifts of these days. */
    shiftId: string | null;
    /** YYYY-MM-DD in the rota's time zone. */
    fromDate: string;
    toDate: string;
    replacedUserNo: number;
    /** Null: nobody. */
    coveringUserNo: number | null;
    note: string;
    createdAt: Date;
  };
  /** The handover of one shift of a day. */
  handover: {
    handoverId: GeneratedAlways<number>;
    dutyRotaId: number | null;
    metaGroupId: number;
    subGroupIds: Json<unknown>;
    rotaName: string;
    shiftId: string;
    shiftDate: string;
    shiftName: string;
    timeZone: string;
    nameList: Json<unknown>;
    fromAt: Date;
    toAt: Date;
    state: string;
    /** Null for a draft. */
    content: Json<unknown> | null;
    notes: string;
    remarks: Json<unknown>;
    searchText: Generated<string>;
    finishedAt: Date | null;
    finishedBy: string | null;
    finishedByNo: number | null;
    takenAt: Date | null;
    takenBy: string | null;
    takenByNo: number | null;
    version: Generated<number>;
    createdAt: Date;
    updatedAt: Date;
  };
  handoverItem: {
    handoverItemId: GeneratedAlways<number>;
    dutyRotaId: number;
    text: string;
    createdBy: string;
    createdByNo: number;
    createdAt: Date;
    closedBy: string | null;
    closedByNo: number | null;
    closedAt: Date | null;
  };
  alarmTemplate: {
    alarmTemplateId: GeneratedAlways<number>;
    name: string;
    nameKey: string;
    ownerUserNo: number | null;
    description: Generated<string>;
    /** Only the items that differ from the product defaults. */
    settings: ColumnType<unknown, string | undefined, string>;
    version: Generated<number>;
    createdAt: Stamp;
    updatedAt: Stamp;
  };
  cluster: {
    hostId: GeneratedAlways<number>;
    name: string;
    nameKey: string;
    subGroupId: number;
    alarmTemplateId: number;
    /** False: neither the object nor the objects inside it raise alarms. */
    isMonitored: Generated<boolean>;
    claimKey: Generated<string>;
    createdBy: number | null;
    createdAt: Stamp;
    updatedAt: Stamp;
  };
  /** A cluster may have several tokens. During a rotation, agents of one cluster may use different ones. */
  clusterToken: {
    tokenId: GeneratedAlways<number>;
    hostId: number;
    /** Agents of the other role cannot use the token. */
    role: 'cluster' | 'node';
    /** SHA-256 of the token. The token itself is not stored. */
    tokenHash: Buffer;
    prefix: string;
    /** The manifest of the token gives its agent the right to read logs. */
    mayReadLogs: Generated<boolean>;
    createdBy: number | null;
    createdAt: Stamp;
    lastUsedAt: Date | null;
    revokedAt: Date | null;
  };
  clusterLive: {
    hostId: number;
    facts: Json<unknown>;
    firstBatchAt: Date;
    lastBatchAt: Date;
    lastSampleAt: Date | null;
    /** The range of late samples, until its sums are recomputed. */
    lateFrom: Date | null;
    lateTo: Date | null;
    /** Objects may have changed since their last row in `object_change`. */
    isDeferring: Generated<boolean>;
  };
  agent: {
    hostId: number;
    agentId: string;
    role: string;
    version: string;
    versionAt: Date | null;
    previousVersion: string | null;
    lastSeq: number;
    recentBatches: Json<unknown>;
    lastBatchAt: Date;
    clockSkewMs: Generated<number>;
    problems: Json<unknown>;
    /** The server asks for a full listing until it arrives. */
    isResyncNeeded: Generated<boolean>;
  };
  refusal: {
    hostId: number;
    reason: string;
    cnt: number;
    lastAt: Date;
    detail: string | null;
  };
  /** All objects that agents ever sent. A row is never reused for another object and never simply deleted. */
  object: {
    objectId: number;
    hostId: number;
    kind: string;
    /** For a container: the uid of its pod, a slash, its name. */
    uid: string;
    name: string;
    namespace: string | null;
    /** For a container: its pod. */
    parentId: number | null;
    /** For a pod: its current or last node. */
    nodeId: number | null;
    placedAt: Date | null;
    isMonitored: Generated<boolean>;
    createdAt: Date | null;
    firstSeenAt: Date;
    lastSeenAt: Date;
    deletedAt: Date | null;
    /** For a static pod: the uid that its kubelet uses. */
    kubeletUid: string | null;
    /** For a pod: id and name of every container it ever had, so that a start need not read their rows. */
    containers: Json<unknown> | null;
    /** The record from the agent. Null for a container, because its pod's record contains its data. */
    record: Json<unknown> | null;
    /** Hash of the record's text. It shows whether a repeated record has changed. */
    recordHash: number | null;
    /** The compact state for lists. A pod's state includes its containers. */
    state: Json<unknown> | null;
  };
  objectChange: {
    changeId: GeneratedAlways<number>;
    hostId: number;
    objectId: number;
    at: Date;
    changes: Json<unknown>;
    state: Json<unknown>;
  };
  objectManifest: {
    manifestId: GeneratedAlways<number>;
    hostId: number;
    objectId: number;
    at: Date;
    hash: string;
    isCut: boolean;
    content: Buffer;
  };
  event: {
    eventId: GeneratedAlways<number>;
    hostId: number;
    uid: string;
    level: string;
    type: string;
    reason: string;
    message: string;
    count: number;
    firstAt: Date;
    lastAt: Date;
    objectKind: string;
    objectNamespace: string | null;
    objectName: string;
    objectUid: string | null;
    objectId: number | null;
    containerName: string | null;
    source: string | null;
  };
  nodeHistory: {
    nodeHistoryId: GeneratedAlways<number>;
    hostId: number;
    nodeId: number;
    fromAt: Date;
    toAt: Date | null;
    condition: string;
    isSchedulable: boolean;
    kubeletVersion: string;
    conditions: Json<unknown>;
    flapCnt: Generated<number>;
  };
  waitingSample: {
    waitingSampleId: GeneratedAlways<number>;
    hostId: number;
    receivedAt: Date;
    samples: Json<unknown>;
  };
  templateChange: {
    templateChangeId: GeneratedAlways<number>;
    alarmTemplateId: number;
    at: Date;
    changeType: number;
    userNo: number | null;
    userName: string | null;
    detail: string;
  };
  alarmSetting: {
    hostId: number;
    /** 0 is the cluster itself. */
    objectId: number;
    settings: Json<unknown>;
    version: number;
    updatedBy: number | null;
    updatedAt: Date;
  };
  eventAlarm: {
    eventAlarmId: GeneratedAlways<number>;
    hostId: number;
    name: string;
    nameKey: string;
    isOn: boolean;
    isNotified: boolean;
    eventType: string | null;
    reason: string | null;
    objectKind: string | null;
    namespace: string | null;
    messageText: string | null;
    warningCnt: number | null;
    criticalCnt: number | null;
    windowMin: number;
    updatedAt: Date;
  };
  alarm: {
    alarmId: number;
    hostId: number;
    /** Identifies the subject of an alarm: `cluster`, `#id`, or kind, namespace and name. */
    objectKey: string;
    itemKey: string;
    itemName: string | null;
    target: string;
    objectId: number | null;
    objectName: string;
    namespace: string | null;
    nodeId: number | null;
    nodeName: string | null;
    ownerKind: string | null;
    ownerName: string | null;
    type: number;
    level: number;
    confirmLevel: number;
    value: number | null;
    threshold: number | null;
    occurCnt: Generated<number>;
    occurredAt: Date;
    lastOccurredAt: Date;
    recoveredAt: Date | null;
    confirmedAt: Date | null;
    confirmedBy: string | null;
    closedAt: Date | null;
    closeReason: string | null;
    changedAt: Date;
    parentAlarmId: number | null;
    foldKind: string | null;
    isConfirmedByParent: Generated<boolean>;
    isNotified: boolean;
    memoCnt: Generated<number>;
    isEvidenceComplete: Generated<boolean>;
    /** The rule of the likeliest change before the alarm. */
    firstCause: string | null;
  };
  alarmChange: {
    alarmChangeId: GeneratedAlways<number>;
    alarmId: number;
    at: Date;
    change: string;
    confirmLevel: number;
    level: number;
    userNo: number | null;
    userName: string | null;
    memo: string | null;
    value: number | null;
  };
  alarmMemo: {
    alarmMemoId: GeneratedAlways<number>;
    alarmId: number;
    at: Date;
    userNo: number | null;
    userName: string;
    text: string;
  };
  /** Escalation steps that were sent; userNo 0: nobody could be reached. */
  alarmEscalation: {
    alarmId: number;
    dutyRotaId: number;
    /** Since when nobody has acknowledged the alarm. */
    beganAt: Date;
    stepNo: number;
    userNo: number;
    rotaName: string;
    userName: string | null;
    stepTo: string;
    /** Null: nobody could be reached. */
    reachedAs: string | null;
    skipped: Json<unknown>;
    /** Its messages: a mail, and one to each browser of the person. */
    deliveryIds: string[];
    at: Date;
  };
  alarmEvidence: {
    alarmId: number;
    evidence: Json<unknown>;
  };
  alarmNotice: {
    alarmNoticeId: GeneratedAlways<number>;
    alarmId: number;
    changedBy: GeneratedAlways<string>;
    at: GeneratedAlways<Date>;
  };
  alarmTrack: {
    hostId: number;
    objectKey: string;
    itemKey: string;
    track: Json<unknown>;
  };
  alarmSnooze: {
    snoozeId: GeneratedAlways<number>;
    hostId: number;
    scope: string;
    objectId: number | null;
    ownerKey: string | null;
    name: string;
    untilAt: Date;
    reason: string;
    userNo: number | null;
    userName: string;
    createdAt: Date;
  };
  webhook: {
    webhookId: GeneratedAlways<number>;
    alarmTemplateId: number;
    name: string;
    nameKey: string;
    kind: string;
    /** Null for e-mail. */
    url: string | null;
    recipientList: Json<unknown>;
    secret: string | null;
    successText: string | null;
    bodyTemplate: string | null;
    minLevel: number;
    isOn: boolean;
    sendsRecovery: boolean;
    language: string;
    hours: Json<unknown> | null;
    quietHours: Json<unknown> | null;
    /** Null means all. */
    subGroupIdList: Json<unknown> | null;
    escalateAfterMin: number | null;
    /** The group admin who saved it: it reports only objects this admin may see. Null for a total admin. */
    scopeUserNo: number | null;
    version: Generated<number>;
    createdAt: Date;
    updatedAt: Date;
  };
  pushKey: {
    isOnly: Generated<boolean>;
    publicKey: string;
    privateKey: string;
  };
  pushSetting: {
    userNo: number;
    minLevel: number;
    sendsRecovery: boolean;
    quietHours: Json<unknown> | null;
    subGroupIdList: Json<unknown> | null;
    updatedAt: Date;
  };
  pushSubscription: {
    pushSubscriptionId: GeneratedAlways<number>;
    userNo: number;
    endpoint: string;
    p256dh: string;
    auth: string;
    deviceName: string | null;
    language: string;
    sessionHash: Buffer | null;
    createdAt: Date;
    confirmedAt: Date;
    lastSuccessAt: Date | null;
    lastFailureAt: Date | null;
    note: Json<DeliveryNote> | null;
  };
  outbox: {
    deliveryId: string;
    /** The order of events: notifications about one alarm are sent in this order. */
    seq: GeneratedAlways<number>;
    /** Null for a summary. */
    alarmId: number | null;
    webhookId: number | null;
    pushSubscriptionId: number | null;
    reportScheduleId: number | null;
    /** A person on duty. */
    userNo: number | null;
    /** The name of the receiver, also when it was deleted since. */
    webhookName: string;
    reason: string;
    payload: Json<unknown>;
    state: string;
    attemptCnt: Generated<number>;
    createdAt: Date;
    nextAttemptAt: Date | null;
    lastAttemptAt: Date | null;
    deliveredAt: Date | null;
    note: Json<DeliveryNote> | null;
    /** How often a relay confirmed that a recipient got the message. */
    receivedCnt: Generated<number>;
    /** The last other thing that the relay said. */
    receiptText: string | null;
    /** True: it means that a recipient has not got the message. */
    isReceiptFailed: Generated<boolean>;
    heldFor: string | null;
    heldUntil: Date | null;
  };
  reportSchedule: {
    reportScheduleId: GeneratedAlways<number>;
    metaGroupId: number;
    name: string;
    nameKey: string;
    kind: string;
    timeZone: string;
    time: string;
    recipientList: Json<readonly string[]>;
    language: string;
    isOn: boolean;
    scopeUserNo: number | null;
    activeFrom: Date;
    createdAt: Date;
    updatedAt: Date;
    version: Generated<number>;
    failure: string | null;
    failedAt: Date | null;
  };
  report: {
    reportId: GeneratedAlways<number>;
    reportScheduleId: number | null;
    metaGroupId: number;
    kind: string;
    timeZone: string;
    fromDate: string;
    madeAt: Date;
    content: Json<unknown>;
  };
  /** A task that only one of several server processes performs: the holder of an unexpired lease. */
  processLease: {
    name: string;
    holder: string;
    expiresAt: Date;
  };
  /** A running server of an installation with several. */
  replica: {
    replicaId: string;
    url: string;
    version: string;
    process: string;
    startedAt: Generated<Date>;
    expiresAt: Date;
    isSynced: Generated<boolean>;
    isLeaving: Generated<boolean>;
    behindEngines: Generated<string[]>;
  };
  clusterOwner: {
    hostId: number;
    replicaId: string;
    epoch: Generated<number>;
    commitNo: Generated<number>;
    weight: Generated<number>;
    since: Generated<Date>;
    failure: string | null;
    failingSince: Date | null;
  };
  replicaSecret: {
    isOnly: Generated<boolean>;
    secret: string;
  };
  /** A run of the server, from its start to the last time that it was known to run. */
  serverRun: {
    serverRunId: Generated<number>;
    startedAt: Date;
    seenAt: Date;
    isEvaluating: Generated<boolean>;
  };
  /** A version for each topic. It grows with every transaction that changes data of the topic. */
  changeVersion: {
    topic: 'rights' | 'alarmSettings' | 'clusters';
    version: Generated<number>;
    changedBy: string | null;
  };
  /** For a cluster or a sub group, never both. */
  maintenance: {
    maintenanceId: GeneratedAlways<number>;
    hostId: number | null;
    subGroupId: number | null;
    fromAt: Date;
    toAt: Date;
    reason: string;
    userNo: number | null;
    userName: string;
    createdAt: Date;
    endedBy: string | null;
    endedByUserNo: number | null;
  };
  viewOption: {
    userNo: number;
    type: string;
    value: Json<unknown>;
    updatedAt: Stamp;
  };
  logo: {
    id: GeneratedAlways<number>;
    name: string;
    contentType: string;
    content: Buffer;
    sizeBytes: number;
    active: Generated<boolean>;
    createdBy: number | null;
    createdAt: Stamp;
  };
  /** Append-only: the database itself refuses UPDATE, DELETE and TRUNCATE. */
  audit: {
    auditId: GeneratedAlways<number>;
    at: ColumnType<Date, Date | undefined, never>;
    actorUserNo: ColumnType<number | null, number | null | undefined, never>;
    actorUserId: ColumnType<string | null, string | null | undefined, never>;
    action: ColumnType<string, string, never>;
    targetKind: ColumnType<string | null, string | null | undefined, never>;
    targetId: ColumnType<string | null, string | null | undefined, never>;
    outcome: ColumnType<'done' | 'denied' | 'failed', 'done' | 'denied' | 'failed', never>;
    detail: ColumnType<Record<string, unknown>, string | undefined, never>;
    address: ColumnType<string | null, string | null | undefined, never>;
    /** Null until the entry is sealed. */
    chainNo: ColumnType<number | null, never, never>;
    /** Null after the personal fields were erased. */
    personalSalt: ColumnType<string | null, never, never>;
    personalDigest: ColumnType<string | null, never, never>;
    hash: ColumnType<string | null, never, never>;
  };
  /** One row. */
  auditChain: {
    isOnly: Generated<boolean>;
    lastNo: Generated<number>;
    lastHash: Generated<string>;
    sealedAt: Date | null;
    deletedNo: Generated<number>;
    deletedHash: Generated<string>;
    verifiedAt: Date | null;
    verifiedNo: number | null;
    problem: Json<unknown> | null;
  };
  auditExport: {
    firstNo: number;
    lastNo: number;
    firstAt: Date;
    lastAt: Date;
    lastHash: string;
    fileName: string;
    machine: string;
    exportedAt: Date;
  };
  auditReceiver: {
    /** Its address in GWANJE_AUDIT_FORWARD, without a password. */
    receiver: string;
    sentNo: Generated<number>;
    sentAt: Date | null;
    failingSince: Date | null;
    lastError: string | null;
  };
  erasure: {
    userNo: number;
    erasedAt: Date;
    erasedBy: number | null;
    /** Null as soon as the audit log holds none of them. */
    knownNames: ColumnType<unknown, string | null, string | null>;
    finishedAt: Date | null;
  };
  idempotency: {
    userNo: number;
    key: string;
    requestHash: string;
    response: ColumnType<unknown, string | null | undefined, string | null>;
    createdAt: Stamp;
  };
  installationNote: {
    key: string;
    value: Json<unknown>;
    updatedAt: Date;
  };
  /** For automation: acts for the user who created it, limited to the token's role and groups. */
  accessToken: {
    accessTokenId: GeneratedAlways<number>;
    userNo: number;
    name: string;
    /** SHA-256 of the token. The token itself is not stored. */
    tokenHash: Buffer;
    prefix: string;
    role: number;
    /** Limited to the listed meta groups. When all of them are deleted, it has no access. */
    isLimited: boolean;
    createdAt: Date;
    expiresAt: Date;
    lastUsedAt: Date | null;
    lastUsedFrom: string | null;
    revokedAt: Date | null;
  };
  accessTokenGroup: {
    accessTokenId: number;
    metaGroupId: number;
  };
  /** Sets a password once: an invitation, or a reset by an admin. */
  oneTimeLink: {
    userNo: number;
    kind: string;
    tokenHash: Buffer;
    createdBy: number | null;
    createdAt: Date;
    expiresAt: Date;
  };
  wallboardKey: {
    wallboardKeyId: GeneratedAlways<number>;
    /** The user who created it and whose boards it shows. */
    userNo: number;
    name: string;
    /** SHA-256 of the link's secret. The secret itself is not stored. */
    tokenHash: Buffer;
    prefix: string;
    boardIds: string[];
    createdAt: Date;
    lastSeenAt: Date | null;
    lastSeenFrom: string | null;
    revokedAt: Date | null;
  };
  wallboardKeyGroup: {
    wallboardKeyId: number;
    subGroupId: number;
  };
}
