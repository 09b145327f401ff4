import { readFile } from 'node:fs/promises';
import type { AgentProblem } from '@gwanje/contract/agent/agent-problems';
import type { Batch, ManifestPart } from '@gwanje/kinds/batch';
import {
  isOptional,
  type JoinedPart,
  joinedParts,
  type RecordKind,
  recordKinds,
} from '@gwanje/kinds/registry';
import { Mutex } from 'async-mutex';
import type { Logger } from 'pino';
import { clusterFactsReader } from './cluster-facts.ts';
import { pause } from './http/backoff.ts';
import { proxyFor } from './http/proxy.ts';
import { InventoryCollector } from './inventory/collector.ts';
import { eventSink } from './inventory/events.ts';
import { EVENTS_PATH, pathOf, pathOfPart, watchedKinds } from './inventory/kinds.ts';
import { Sampler, type Target } from './kubelet/sampler.ts';
import { ownKubelet, proxiedKubelets } from './kubelet/targets.ts';
import { ApiClient } from './kubernetes/api-client.ts';
import { ApiOutages } from './kubernetes/api-outages.ts';
import { fromKubeconfig, fromServiceAccount, type ReadCredentials } from './kubernetes/credentials.ts';
import { Follower, type FollowOptions } from './kubernetes/follow.ts';
import { openRenewedConnections } from './kubernetes/renewed-connections.ts';
import { runLogTunnel } from './logs/log-tunnel.ts';
import { fetchManifests, sendManifests } from './manifests/manifest-sender.ts';
import { ManifestTracker } from './manifests/manifest-tracker.ts';
import { createAgentMetrics, openProbes } from './observe/agent-metrics.ts';
import { apiProblem, Problems } from './observe/problems.ts';
import { Resync } from './resync.ts';
import { DiskQueue } from './sending/disk-queue.ts';
import { lockBufferFolder } from './sending/folder-lock.ts';
import { Outbox } from './sending/outbox.ts';
import { Sender, type Verdict } from './sending/sender.ts';
import { type Settings, VERSION } from './settings.ts';

const CHANGES_EVERY_MS = 1000;
const HEARTBEAT_EVERY_MS = 15_000;
/** On shutdown the agent still sends queued batches for this long. */
const FINAL_SEND_MS = 3000;
const KUBECONFIG_FRESH_MS = 10 * 60_000;

export interface AgentOptions {
  readonly settings: Settings;
  readonly logger: Logger;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly now?: () => Date;
  /** Default: from the kubeconfig of the settings, else from the service account. */
  readonly readCredentials?: ReadCredentials;
  readonly follow?: FollowOptions;
  readonly heartbeatEveryMs?: number;
}

export interface RunningAgent extends AsyncDisposable {
  readonly agentId: string;
  readonly port: number;
}

/** Opens the components in the order of their dependencies and starts them. */
export async function startAgent(options: AgentOptions): Promise<RunningAgent> {
  const { settings, logger } = options;
  const now = options.now ?? (() => new Date());
  await using stack = new AsyncDisposableStack();
  const role: Batch['agent']['role'] = settings.role === 'node' ? 'node' : 'cluster';
  const stop = new AbortController();
  const metrics = createAgentMetrics();
  const problems = new Problems(now);
  let verdict: Verdict | undefined;
  let hasRead = false;
  let isDiskBad = false;
  /** Number of the batch with the samples of the first round. */
  let firstSamplesSeq: number | undefined;
  let hasSamplesArrived = false;

  stack.use(await lockBufferFolder(settings.folder));
  const onReadError = (err: unknown) =>
    logger.warn(
      { err },
      'the credentials could not be read again: the agent continues with the previous ones',
    );
  const api = stack.use(
    settings.kubeconfig && !options.readCredentials
      ? new ApiClient(fromKubeconfig(settings.kubeconfig.file, settings.kubeconfig.context), {
          freshMs: KUBECONFIG_FRESH_MS,
          onReadError,
        })
      : new ApiClient(options.readCredentials ?? fromServiceAccount(options.environment), { onReadError }),
  );
  // An invalid kubeconfig ends the start. An API server that does not answer does not: the agent waits for
  // it.
  await api.current();

  const queue = await DiskQueue.open({
    folder: settings.folder,
    name: settings.role === 'node' ? `node-${settings.nodeName}` : 'cluster',
    maxBytes: settings.bufferBytes,
    onDropped: ({ hasInventory }, reason) => lose(reason, hasInventory),
    onDisk: reportDisk,
  });
  const facts = clusterFactsReader(api);
  const outbox = new Outbox({
    queue,
    role,
    version: VERSION,
    compression: settings.compression,
    now,
    facts: () => (role === 'cluster' ? facts.current() : undefined),
    problems: () => problems.current(),
    onLost(err, hasInventory) {
      logger.error({ err }, 'a batch could not be made and is lost');
      lose('disk', hasInventory);
    },
  });

  const followers: Follower[] = [];
  let podFollower: Follower | undefined;
  const resync = new Resync({
    // A kind that the agent may not read must not delay new listings of the others.
    kinds: role === 'cluster' ? recordKinds.filter((kind) => !isOptional(kind)) : [],
    listAgain: () => {
      logger.info('listing everything again');
      for (const follower of followers) follower.listAgain();
    },
    lastSeq: () => queue.lastSeq,
    flush: () => outbox.flush(),
    nowMs: () => performance.now(),
  });
  function lose(reason: 'full' | 'disk', hasInventory: boolean): void {
    metrics.droppedBatches.inc({ reason });
    problems.set('buffer', [{ problem: 'bufferFull', detail: lossText(reason, settings.bufferBytes) }]);
    if (hasInventory) resync.lost();
  }

  function reportDisk(err: unknown): void {
    if ((err !== undefined) === isDiskBad) return;
    isDiskBad = err !== undefined;
    if (isDiskBad) logger.error({ err }, 'the disk takes no batches: they are sent from memory');
    else logger.info('the disk takes batches again');
    const detail = `the disk takes no batches: they are sent from memory, and lost while the server is away: ${err}`;
    problems.set('disk', isDiskBad ? [{ problem: 'bufferFull', detail }] : []);
  }

  let targets: readonly Target[] = [];
  if (settings.role === 'node' && settings.nodeName && settings.kubelet) {
    targets = [stack.use(await ownKubelet(settings.nodeName, settings.kubelet, api))];
  }
  const sampler = new Sampler({
    targets: () => targets,
    everyMs: settings.sampleEveryMs,
    now,
    onNodes: (names) => problems.keepOnly('kubelet ', new Set([...names].map((name) => `kubelet ${name}`))),
    onNode(name, failures) {
      metrics.readings.inc({ result: failures.length === 0 ? 'whole' : 'failed' });
      problems.set(`kubelet ${name}`, failures);
    },
    async onRound(parts) {
      await outbox.samples(parts);
      await outbox.flush();
      firstSamplesSeq ??= queue.lastSeq;
      if (role === 'node') hasRead = true;
    },
  });

  const nowMs = () => performance.now();
  const manifests =
    role === 'cluster' && settings.sendsManifests ? new ManifestTracker({ now, nowMs }) : undefined;
  const collector = new InventoryCollector({
    out: outbox,
    now,
    manifests,
    onUnreadable(kind, err) {
      metrics.unreadable.inc({ kind });
      logger.debug({ err, kind }, 'an object was left out');
    },
    onRequestDone: reportApi,
    onListed(kind) {
      metrics.listings.inc({ kind });
      hasRead = true;
      if (kind === 'node') facts.onNodesListed();
      if (collector.mustListPodsAgain(kind)) podFollower?.listAgain();
      resync.listed(kind).catch((err: unknown) => logger.warn({ err }, 'cannot close a listing'));
    },
    onNodes(nodes) {
      facts.updatePlatform(nodes);
      targets = proxiedKubelets(api, settings.role === 'all', nodes);
    },
  });
  const outages = new ApiOutages((sinceMs) => {
    for (const follower of followers) follower.reconnect(sinceMs);
    // The server shows at once that the API server answers again.
    if (facts.current()?.isApiReachable === false) heartbeat().catch(() => undefined);
  });
  function reportApi(what: RecordKind | JoinedPart | 'event' | 'version', error: unknown): void {
    const found: { problem: AgentProblem; detail: string }[] = [];
    if (error !== undefined) found.push(apiProblem(what, error));
    if (error !== undefined && what === 'node') facts.onNodesListed();
    problems.set(`api ${what}`, found);
    if (error !== undefined) logger.debug({ err: error, what }, 'the API server did not answer as asked');
    outages.report(what, error);
  }
  let heartbeatRun: Promise<void> | undefined;
  function heartbeat(): Promise<void> {
    heartbeatRun ??= sendHeartbeat().finally(() => {
      heartbeatRun = undefined;
    });
    return heartbeatRun;
  }
  async function sendHeartbeat(): Promise<void> {
    if (role === 'cluster')
      await facts.probeApiServer(stop.signal).then(
        () => reportApi('version', undefined),
        (error) => reportApi('version', error),
      );
    await outbox.flush(true);
  }
  const listings = new Mutex();
  if (role === 'cluster') {
    // Parts are listed before the objects that they complete.
    for (const part of joinedParts)
      followers.push(
        new Follower(api, pathOfPart(part), collector.partSink(part), { ...options.follow, listings }),
      );
    for (const kind of watchedKinds) {
      const follower = new Follower(api, pathOf(kind), collector.sinkOf(kind), {
        ...options.follow,
        listings,
      });
      followers.push(follower);
      if (kind === 'pod') podFollower = follower;
    }
    const events = eventSink({
      out: (event) => outbox.event(event),
      onPage: () => outbox.flush(),
      onUnreadable: () => metrics.unreadable.inc({ kind: 'event' }),
      onRequestDone: (error) => reportApi('event', error),
    });
    followers.push(new Follower(api, EVENTS_PATH, events, { ...options.follow, listings }));
  }

  const { serverCaFile } = settings;
  const proxy = proxyFor(settings.server);
  if (proxy)
    logger.info({ server: settings.server, proxy: proxy.origin }, 'the way to the server is a proxy');
  const connections = stack.use(
    await openRenewedConnections(
      settings.server.startsWith('https:'),
      async () => (serverCaFile ? { ca: await readFile(serverCaFile, 'utf8') } : {}),
      proxy,
    ),
  );
  const sender = new Sender({
    queue,
    connections,
    server: settings.server,
    readToken: () => readToken(settings.token),
    clusterKey: settings.clusterKey,
    logger,
    onVerdict(latest) {
      verdict = latest;
      metrics.batches.inc({ verdict: latest });
    },
    onRefused({ hasInventory }) {
      metrics.droppedBatches.inc({ reason: 'refused' });
      if (hasInventory) resync.refused();
    },
    onProxyRefusal(detail) {
      const found = { problem: 'bufferFull', detail: `refused on the way to the server: ${detail}` } as const;
      problems.set('way', detail === undefined ? [] : [found]);
    },
    onAck(ack) {
      if (!hasSamplesArrived && firstSamplesSeq !== undefined && ack.seq >= firstSamplesSeq) {
        hasSamplesArrived = true;
        logger.info('the server has the first samples');
      }
      sampler.setEvery(ack.settings.sampleEveryMs);
      resync.acknowledged(ack.seq, ack.isResyncNeeded);
      manifests?.acknowledged(ack);
      if (queue.bytes < settings.bufferBytes / 2) problems.set('buffer', []);
    },
  });
  metrics.gauge('gwanje_agent_waiting_batches', 'Batches on disk', () => queue.count);
  metrics.gauge('gwanje_agent_waiting_bytes', 'Bytes of batches on disk', () => queue.bytes);
  metrics.gauge('gwanje_agent_dropped_events', 'Events of floods left out', () => outbox.droppedEventCnt);
  metrics.gauge('gwanje_agent_pods', 'Pods known', () => collector.countOf('pod'));

  const probes = stack.use(await openProbes(settings, metrics, () => hasRead && verdict !== 'unauthorised'));
  const sending = new AbortController();
  const sent = sender.run(sending.signal);
  stack.defer(async () => {
    sending.abort();
    await sent;
  });
  const running = [
    ...followers.map((follower) => follower.run(stop.signal)),
    sampler.run(stop.signal),
    repeat(CHANGES_EVERY_MS, stop.signal, () => {
      collector.sendChangedParents();
      return outbox.flush();
    }),
    repeat(options.heartbeatEveryMs ?? HEARTBEAT_EVERY_MS, stop.signal, heartbeat),
    // Agents of nodes never read logs.
    ...(role === 'cluster'
      ? [
          runLogTunnel(
            {
              server: settings.server,
              connections,
              readToken: () => readToken(settings.token),
              api,
              version: VERSION,
              logger,
            },
            stop.signal,
          ),
        ]
      : []),
    ...(manifests ? runManifests(manifests) : []),
  ];

  function runManifests(tracker: ManifestTracker): Promise<void>[] {
    const options = {
      tracker,
      api,
      listings,
      send: (part: ManifestPart) => outbox.manifests(part),
      logger,
    };
    return [
      repeat(CHANGES_EVERY_MS, stop.signal, () => sendManifests(options)),
      fetchManifests(options, stop.signal),
    ];
  }
  for (const part of running) {
    part.catch((err: unknown) => logger.fatal({ err }, 'a part of the agent has ended'));
  }
  stack.defer(async () => {
    stop.abort();
    await Promise.allSettled(running);
    await outbox.flush();
    const endMs = performance.now() + FINAL_SEND_MS;
    while (queue.count > 0 && performance.now() < endMs && verdict === 'accepted') {
      await pause(20, sending.signal);
    }
  });
  const opened = stack.move();
  return { agentId: queue.agentId, port: probes.port, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

function lossText(reason: 'full' | 'disk', bufferBytes: number): string {
  if (reason === 'disk') return 'batches could not be written to disk and were lost';
  return `more than ${Math.round(bufferBytes / 1024 / 1024)} MiB waited: the oldest batches were dropped`;
}

async function readToken(token: Settings['token']): Promise<string> {
  return 'text' in token ? token.text : (await readFile(token.file, 'utf8')).trim();
}

/** Runs the work at once, then at each interval, never twice at the same time. */
async function repeat(everyMs: number, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  do await work();
  while (!(await pause(everyMs, signal)));
}
