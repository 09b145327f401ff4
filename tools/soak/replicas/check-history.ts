import type { ExpectedCluster, History, StoredState, UserWrite } from './history.ts';

export interface CheckInput {
  readonly history: History;
  readonly clusters: readonly ExpectedCluster[];
  readonly stored: StoredState;
  /** A write for an engine that was away is lost when the disk of a replica is full. The other engine has it. */
  readonly mayEngineLack: boolean;
}

/** A list may be this far behind the last acknowledgement. */
export const MAX_LIST_LAG_MS = 20_000;
const SHOWN = 5;
const SHOWN_CHARS = 1000;

/** Returns every violation in words. Each function checks one promise of the installation. */
export function checkHistory(input: CheckInput): string[] {
  return [
    ...checkBatches(input),
    ...checkSamples(input),
    ...checkObjects(input),
    ...checkWrites(input),
    ...checkAlarms(input),
    ...checkMessages(input),
    ...checkLists(input),
    ...checkAccess(input),
    ...checkStreams(input),
  ];
}

/** Every acknowledged batch is stored once: one entry in the history of the first pod, and its event. */
function checkBatches({ history, stored }: CheckInput): string[] {
  const found: string[] = [];
  for (const { hostId, seq, refusal } of history.batches)
    if (refusal !== null) found.push(`cluster ${hostId}: batch ${seq} was refused: ${refusal}`);
  for (const [hostId, batches] of Map.groupBy(history.batches, (batch) => batch.hostId)) {
    const entryCnts = countBy(stored.markerSeqs.get(hostId) ?? []);
    const eventUids = new Set(stored.eventUids.get(hostId));
    const lost = batches.filter(({ seq, ackedMs }) => ackedMs !== null && !entryCnts.has(seq));
    const doubled = batches.filter(({ seq }) => (entryCnts.get(seq) ?? 0) > 1);
    const eventless = batches.filter(({ ackedMs, eventUid }) => ackedMs !== null && !eventUids.has(eventUid));
    const seqs = (list: typeof batches) => shown(list.map(({ seq }) => seq));
    if (lost.length > 0) found.push(`cluster ${hostId}: acknowledged batches are not stored: ${seqs(lost)}`);
    if (doubled.length > 0) found.push(`cluster ${hostId}: batches are stored twice: ${seqs(doubled)}`);
    if (eventless.length > 0)
      found.push(`cluster ${hostId}: events of acknowledged batches are missing: ${seqs(eventless)}`);
  }
  return found;
}

/** Every acknowledged sample is in one engine, and in both unless a disk was full. */
function checkSamples({ history, stored, mayEngineLack }: CheckInput): string[] {
  const found: string[] = [];
  for (const [hostId, batches] of Map.groupBy(history.batches, (batch) => batch.hostId)) {
    const acked = batches.filter(({ ackedMs }) => ackedMs !== null);
    const holds = stored.samples.map((engine) => {
      const samples = engine.get(hostId);
      return ({ seq, sampleMs }: (typeof acked)[number]) => samples?.get(sampleMs) === seq;
    });
    const nowhere = acked.filter((batch) => !holds.some((hasIt) => hasIt(batch)));
    if (nowhere.length > 0)
      found.push(
        `cluster ${hostId}: samples of acknowledged batches are in no engine: ${shown(nowhere.map(({ seq }) => seq))}`,
      );
    if (mayEngineLack) continue;
    for (const [engine, hasIt] of holds.entries()) {
      const lacking = acked.filter((batch) => !hasIt(batch) && !nowhere.includes(batch));
      if (lacking.length > 0)
        found.push(
          `cluster ${hostId}: engine ${engine + 1} lacks samples of batches ${shown(lacking.map(({ seq }) => seq))}`,
        );
    }
  }
  return found;
}

/** The stored pods are those of the last batch. */
function checkObjects({ clusters, stored }: CheckInput): string[] {
  return clusters.flatMap(({ hostId, podNames }) =>
    differences(`cluster ${hostId}: stored pods`, podNames, stored.podNames.get(hostId) ?? []),
  );
}

/** No setting, memo or alarm change of a person is lost or doubled. */
function checkWrites({ history, stored }: CheckInput): string[] {
  const storedTexts = {
    memo: stored.memoTexts,
    confirm: stored.alarmChanges.flatMap(({ memo }) => memo ?? []),
    snooze: stored.snoozeReasons,
    group: stored.groupNames,
  };
  const found: string[] = [];
  for (const kind of ['memo', 'confirm', 'snooze', 'group'] as const) {
    const cnts = countBy(storedTexts[kind]);
    for (const { text, outcome } of history.writes.filter((write) => write.kind === kind)) {
      const cnt = cnts.get(text) ?? 0;
      if (cnt > 1) found.push(`${kind} "${text}" is stored ${cnt} times`);
      if (cnt === 0 && outcome === 'done') found.push(`${kind} "${text}" was acknowledged and is not stored`);
      if (cnt > 0 && outcome === 'refused') found.push(`${kind} "${text}" was refused and is stored`);
    }
  }
  return [...found, ...checkLastWrites(history.writes, stored)];
}

/** Writes to one template follow each other: the last acknowledged one holds, or a later one. */
function checkLastWrites(writes: readonly UserWrite[], stored: StoredState): string[] {
  const found: string[] = [];
  for (const kind of ['template', 'setting'] as const) {
    const ofKind = writes.filter((write) => write.kind === kind && write.of !== null);
    for (const [id, list] of Map.groupBy(ofKind, ({ of }) => of ?? 0)) {
      const template = stored.templates.get(id);
      const value = kind === 'template' ? template?.description : String(template?.threshold ?? '');
      const lastDone = list.findLastIndex(({ outcome }) => outcome === 'done');
      if (lastDone < 0) continue;
      const mayHold = list.slice(lastDone).filter(({ outcome }) => outcome !== 'refused');
      if (!mayHold.some(({ text }) => text === value))
        found.push(`${kind} ${id} is "${value}", the last acknowledged write is "${list[lastDone]?.text}"`);
    }
  }
  return found;
}

/** One open alarm per object and item, and one for every failing pod. */
function checkAlarms({ clusters, stored }: CheckInput): string[] {
  const open = stored.alarms.filter(({ isOpen }) => isOpen);
  const found: string[] = [];
  for (const [key, cnt] of countBy(
    open.map((alarm) => `${alarm.hostId} ${alarm.objectKey} ${alarm.itemKey}`),
  ))
    if (cnt > 1) found.push(`${cnt} open alarms of ${key}`);
  const failing = open.filter(({ isRecovered }) => !isRecovered);
  // A person may have closed the alarm of a pod that still fails: it is not raised again until the pod recovers.
  const closed = stored.alarms.filter(({ isOpen, isRecovered }) => !isOpen && !isRecovered);
  for (const { hostId, failingPodNames } of clusters) {
    const namesOf = (alarms: typeof open) =>
      alarms.filter((alarm) => alarm.hostId === hostId).map(({ objectName }) => objectName);
    const excused = new Set(namesOf(closed));
    const [wanted, actual] = [new Set(failingPodNames), new Set(namesOf(failing))];
    const missing = [...wanted].filter((name) => !actual.has(name) && !excused.has(name));
    const superfluous = [...actual].filter((name) => !wanted.has(name));
    if (missing.length > 0) found.push(`cluster ${hostId}: failing pods without an alarm: ${shown(missing)}`);
    if (superfluous.length > 0)
      found.push(`cluster ${hostId}: alarms of pods that do not fail: ${shown(superfluous)}`);
  }
  return found;
}

/** One notification per change and receiver, or a repeat under the same id. */
function checkMessages({ history, stored }: CheckInput): string[] {
  const found: string[] = [];
  const bodies = Map.groupBy(history.messages, ({ deliveryId }) => deliveryId);
  for (const [deliveryId, received] of bodies)
    if (new Set(received.map(({ body }) => body)).size > 1)
      found.push(`message ${deliveryId} was repeated with another content`);
  const known = new Set(stored.outbox.map(({ deliveryId }) => deliveryId));
  for (const deliveryId of bodies.keys())
    if (!known.has(deliveryId)) found.push(`message ${deliveryId} is not in the outbox`);
  for (const { deliveryId, state } of stored.outbox) {
    if (state === 'delivered' && !bodies.has(deliveryId))
      found.push(`message ${deliveryId} counts as delivered and did not arrive`);
    if (state === 'waiting' || state === 'failed') found.push(`message ${deliveryId} is ${state} at the end`);
  }
  const changeCnts = countBy(stored.alarmChanges.map(({ alarmId, change }) => `${alarmId} ${change}`));
  const ofAlarms = stored.outbox.filter(({ alarmId }) => alarmId !== null);
  for (const [key, messages] of Map.groupBy(ofAlarms, ({ alarmId, reason }) => `${alarmId} ${reason}`)) {
    const changeCnt = changeCnts.get(key) ?? 0;
    for (const [webhookId, cnt] of countBy(messages.map((message) => message.webhookId)))
      if (cnt > changeCnt)
        found.push(`receiver ${webhookId} got ${cnt} messages for ${changeCnt} changes: alarm ${key}`);
  }
  const withMessage = new Set(ofAlarms.map(({ alarmId }) => alarmId));
  const silent = stored.alarms.filter(({ alarmId, isFolded }) => !isFolded && !withMessage.has(alarmId));
  const neverFolded = silent.filter(
    ({ alarmId }) => !changeCnts.has(`${alarmId} folded`) && changeCnts.has(`${alarmId} occurred`),
  );
  if (neverFolded.length > 0)
    found.push(`alarms without a message: ${shown(neverFolded.map(({ alarmId }) => alarmId))}`);
  return found;
}

/** Every list is complete, or marked as old. */
function checkLists({ history, clusters }: CheckInput): string[] {
  const found: string[] = [];
  const steady = new Map(clusters.map(({ hostId, steadyPodNames }) => [hostId, steadyPodNames]));
  const acked = Map.groupBy(history.batches, ({ hostId }) => hostId);
  for (const { replica, hostId, askedMs, podNames, seq, isMarked } of history.lists) {
    if (isMarked) continue;
    const where = `pods of cluster ${hostId} on ${replica} at ${new Date(askedMs).toISOString()}`;
    const names = new Set(podNames);
    const firstAckedMs = acked.get(hostId)?.[0]?.ackedMs ?? null;
    if (firstAckedMs === null || askedMs - firstAckedMs < MAX_LIST_LAG_MS) continue;
    const missing = (steady.get(hostId) ?? []).filter((name) => !names.has(name));
    if (missing.length > 0) found.push(`${where}: not marked, without ${shown(missing)}`);
    if (names.size < podNames.length) found.push(`${where}: a pod is listed twice`);
    const due = acked
      .get(hostId)
      ?.findLast(({ ackedMs }) => ackedMs !== null && ackedMs < askedMs - MAX_LIST_LAG_MS);
    if (due && seq < due.seq)
      found.push(
        `${where}: not marked, shows batch ${seq}; batch ${due.seq} was acknowledged ${askedMs - (due.ackedMs ?? 0)} ms before`,
      );
  }
  return found;
}

/** A change of rights counts on every replica from the next request on. A replica that cannot know answers with an error. */
function checkAccess({ history }: CheckInput): string[] {
  return history.accessReads.flatMap(({ userId, replica, askedMs, after, status }) => {
    if (status === null || status === 429 || status >= 500) return [];
    const isAllowed = after === 'signIn' || after === 'promotion';
    if ((status === 200) === isAllowed) return [];
    return [`${userId} got ${status} on ${replica} at ${new Date(askedMs).toISOString()} after ${after}`];
  });
}

/** Every stream reports every alarm, or begins anew after it. Replicas may have wrong clocks, so only ours counts. */
function checkStreams({ history }: CheckInput): string[] {
  const found: string[] = [];
  for (const [stream, notices] of Map.groupBy(history.notices, (notice) => notice.stream)) {
    const fromMs = notices[0]?.atMs ?? Number.POSITIVE_INFINITY;
    const lastResetMs = notices.findLast(({ alarmIds }) => alarmIds === null)?.atMs ?? 0;
    const seen = new Set(notices.flatMap(({ alarmIds }) => alarmIds ?? []));
    const missed = history.raised.filter(
      ({ alarmId, afterMs }) => !seen.has(alarmId) && afterMs > Math.max(fromMs, lastResetMs),
    );
    if (missed.length > 0)
      found.push(`stream ${stream} did not report alarms ${shown(missed.map(({ alarmId }) => alarmId))}`);
  }
  return found;
}

/** The answers of several replicas about the same thing, by the name of the replica. */
export function compareReplicas(what: string, answers: ReadonlyMap<string, readonly string[]>): string[] {
  const [first, ...others] = [...answers];
  if (!first) return [];
  return others.flatMap(([name, rows]) =>
    differences(`${what}: ${name} compared to ${first[0]}`, first[1], rows),
  );
}

function differences(what: string, wanted: readonly string[], actual: readonly string[]): string[] {
  const [wantedSet, actualSet] = [new Set(wanted), new Set(actual)];
  const missing = wanted.filter((entry) => !actualSet.has(entry));
  const superfluous = actual.filter((entry) => !wantedSet.has(entry));
  const found: string[] = [];
  if (actualSet.size < actual.length) found.push(`${what}: an entry is there twice`);
  if (missing.length > 0) found.push(`${what}: missing ${shown(missing)}`);
  if (superfluous.length > 0) found.push(`${what}: superfluous ${shown(superfluous)}`);
  return found;
}

function countBy<T>(values: readonly T[]): Map<T, number> {
  const cnts = new Map<T, number>();
  for (const value of values) cnts.set(value, (cnts.get(value) ?? 0) + 1);
  return cnts;
}

function shown(values: readonly (string | number)[]): string {
  const more = values.length > SHOWN ? ` and ${values.length - SHOWN} more` : '';
  const texts = values.slice(0, SHOWN).map((value) => String(value).slice(0, SHOWN_CHARS));
  return `${texts.join(', ')}${more}`;
}
