import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { whyNot } from '@gwanje/testkit/debian-program';
import { freePort } from '@gwanje/testkit/free-port';
import { postgresUrl, postmasterPid } from '@gwanje/testkit/postgres-server';
import { haproxyConfig } from './haproxy-config.ts';
import { processTree } from './process-table.ts';
import { becomesReady, compileCache } from './stack.ts';
import { type Part, StartError, Supervisor } from './supervisor.ts';
import { type LinkTarget, TcpLinks } from './tcp-links.ts';

export interface ReplicaStackOptions {
  readonly dataDir: string;
  /** Ports of the load balancer. Default: free ports. */
  readonly port?: number;
  readonly loginPort?: number;
  /** The address on which the load balancer listens. Default: only this machine reaches it. */
  readonly host?: string;
  readonly replicas?: number;
  readonly logins?: number;
  /** One or two. */
  readonly engines?: number;
  /** Memory of each engine. Default: little, because two of them share this machine with everything else. */
  readonly engineMemory?: string;
  /** Flags of PostgreSQL, such as `-c`, `fsync=off`. */
  readonly postgresFlags?: readonly string[];
  /** Settings of all servers and login sites. */
  readonly env?: Readonly<Record<string, string>>;
  /** Settings of one server, for example another clock. */
  readonly envOf?: (replica: string) => Readonly<Record<string, string>>;
  /** Servers and login sites reach PostgreSQL through pgbouncer in transaction mode. */
  readonly hasPool?: boolean;
  /** The servers reach the stores and each other through links that can be cut. */
  readonly hasLinks?: boolean;
  /** Is told which parts are being started. */
  readonly onStage?: (parts: string) => void;
  /** Warnings of the servers go only to their log files. */
  readonly isQuiet?: boolean;
}

export interface ReplicaPart {
  readonly name: string;
  /** The server itself, without the load balancer. */
  readonly port: number;
  readonly url: string;
  /** At this port, and with links not directly, the other servers reach it. */
  readonly internalPort: number;
  readonly dataDir: string;
}

export interface LoginPart {
  readonly name: string;
  readonly port: number;
  readonly url: string;
}

export interface EnginePart {
  readonly name: string;
  readonly port: number;
  readonly url: string;
  readonly dataDir: string;
}

const LOCALHOST = '127.0.0.1';
/** Another address of this machine: a client on this machine, with LOCALHOST, may not claim to be another one. */
const PROXY = '127.0.0.2';
const POSTGRES = 'postgres';
const POOL = 'pgbouncer';
const HAPROXY = 'haproxy';
const VICTORIA_METRICS = 'victoria-metrics';
/** Programs of Debian, and their packages. */
const PROGRAMS = { [HAPROXY]: HAPROXY, [VICTORIA_METRICS]: VICTORIA_METRICS, setpriv: 'util-linux' };

/** Starts an installation with several servers on this machine, and waits until it is ready. */
export async function startReplicaStack(options: ReplicaStackOptions): Promise<ReplicaStack> {
  const stack = await ReplicaStack.launch(options);
  await stack.ready;
  return stack;
}

/**
 * An installation with several servers on one machine: load balancer, servers, login sites, PostgreSQL and metric
 * engines. Every part has a name, by which tests kill it, pause it, end it and cut it off.
 */
export class ReplicaStack implements AsyncDisposable {
  readonly supervisor: Supervisor;
  /** Rejects with a StartError when a part cannot start. All parts are then stopped. */
  readonly ready: Promise<void>;
  /** Present with `hasLinks`. From a server, to a server or a store. */
  readonly links: TcpLinks | undefined;
  readonly port: number;
  readonly loginPort: number;
  readonly replicas: readonly ReplicaPart[];
  readonly engines: readonly EnginePart[];
  /** Without a link. */
  readonly databaseUrl: string;
  readonly #options: ReplicaStackOptions;
  readonly logins: readonly LoginPart[];
  readonly #poolPort: number;
  readonly #paused = new Set<string>();
  #stopped: Promise<void> | undefined;

  /** For a caller that must be able to stop the installation before it is ready. */
  static async launch(options: ReplicaStackOptions): Promise<ReplicaStack> {
    requirePrograms(options.hasPool ? { ...PROGRAMS, [POOL]: POOL } : PROGRAMS);
    return new ReplicaStack(options, await planPorts(options));
  }

  private constructor(options: ReplicaStackOptions, plan: Awaited<ReturnType<typeof planPorts>>) {
    this.#options = options;
    this.port = plan.port;
    this.loginPort = plan.loginPort;
    this.replicas = plan.replicas;
    this.engines = plan.engines;
    this.logins = plan.logins;
    this.#poolPort = plan.poolPort;
    this.databaseUrl = postgresUrl(this.#socketDir, 'postgres');
    this.supervisor = new Supervisor(join(options.dataDir, 'logs'));
    const pidOf = plan.replicas.map(({ name }) => [name, () => this.supervisor.pidOf(name)] as const);
    this.links = options.hasLinks ? new TcpLinks(new Map(pidOf)) : undefined;
    this.ready = this.#start();
    // The caller that awaits it gets the error.
    this.ready.catch(() => {});
  }

  get consoleUrl(): string {
    return `http://localhost:${this.port}`;
  }

  get loginUrl(): string {
    return `http://localhost:${this.loginPort}`;
  }

  /** The processes of a part. PostgreSQL has many. */
  pidsOf(name: string): number[] {
    const pid = this.supervisor.pidOf(name);
    return pid === undefined ? [] : processTree(pid);
  }

  /** The processes of the part stand still, and their connections stay open. */
  pause(name: string): void {
    this.#paused.add(name);
    signal(this.pidsOf(name), 'SIGSTOP');
  }

  resume(name: string): void {
    if (!this.#paused.delete(name)) return;
    signal(this.pidsOf(name), 'SIGCONT');
  }

  /** kill -9. The supervisor starts the part again after 0.2 s, and later if it ends repeatedly. */
  kill(name: string): void {
    this.#paused.delete(name);
    const pid = name === POSTGRES ? postmasterPid(this.#postgresDir) : this.supervisor.pidOf(name);
    if (pid === undefined) throw new Error(`${name} does not run`);
    process.kill(pid, 'SIGKILL');
  }

  /** Ends a part in order, or with kill -9. It stays away until `startAgain`. */
  async halt(name: string, how: 'stop' | 'kill' = 'stop'): Promise<void> {
    this.resume(name);
    const halted = this.supervisor.halt(name);
    if (how === 'kill') this.kill(name);
    await halted;
  }

  /** Resolves when the part is ready. */
  startAgain(name: string): Promise<void> {
    return this.supervisor.startAgain(name);
  }

  async restart(name: string): Promise<void> {
    await this.halt(name);
    await this.startAgain(name);
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    for (const name of this.#paused) this.resume(name);
    await this.supervisor.stop();
    await this.links?.[Symbol.asyncDispose]();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  async #start(): Promise<void> {
    try {
      await this.#startParts();
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  #engine({ name, port, dataDir }: EnginePart): Part {
    return {
      name,
      program: VICTORIA_METRICS,
      args: [
        `-storageDataPath=${dataDir}`,
        `-httpListenAddr=${LOCALHOST}:${port}`,
        '-retentionPeriod=400d',
        // A resent batch must not count twice, and the newest samples must be there.
        '-dedup.minScrapeInterval=1ms',
        '-search.latencyOffset=0s',
        `-memory.allowedBytes=${this.#options.engineMemory ?? '512MB'}`,
      ],
      readyUrl: `http://${LOCALHOST}:${port}/health`,
      isLogOnly: true,
    };
  }

  /** Servers refuse to start without their database. */
  async #startParts(): Promise<void> {
    const { supervisor } = this;
    const { onStage } = this.#options;
    onStage?.('PostgreSQL and metric engines');
    await this.#startAll([this.#postgres(), ...this.engines.map((engine) => this.#engine(engine))]);
    if (this.#options.hasPool) await this.#startAll([this.#pool()]);
    onStage?.('servers, login site and load balancer');
    const stores = await this.#storeSettings();
    const replicas = await Promise.all(this.replicas.map((replica) => this.#server(replica, stores)));
    await this.#startAll([...replicas, ...this.logins.map((login) => this.#login(login)), this.#haproxy()]);
    if (supervisor.isStopping) return;
    await Promise.all([becomesReady(this.port), becomesReady(this.loginPort)]);
  }

  async #startAll(parts: readonly Part[]): Promise<void> {
    if (this.supervisor.isStopping) throw new StartError('stopped before it was ready');
    await Promise.all(parts.map((part) => this.supervisor.start(part)));
  }

  get #postgresDir(): string {
    return join(this.#options.dataDir, POSTGRES);
  }

  get #socketDir(): string {
    return join(this.#postgresDir, 'socket');
  }

  get #sitesDatabaseUrl(): string {
    return this.#options.hasPool
      ? `postgres://postgres@${LOCALHOST}:${this.#poolPort}/postgres`
      : this.databaseUrl;
  }

  #postgres(): Part {
    return {
      name: POSTGRES,
      entry: 'packages/testkit/src/testing/postgres-host.ts',
      args: [this.#postgresDir, ...(this.#options.postgresFlags ?? [])],
      isLogOnly: true,
    };
  }

  #pool(): Part {
    const file = join(this.#options.dataDir, 'pgbouncer.ini');
    writeFileSync(file, poolConfig(this.#socketDir, this.#poolPort));
    // It refuses to run as root, and then runs as another user, like PostgreSQL.
    const isRoot = process.getuid?.() === 0;
    const asPostgres = [
      '--reuid=postgres',
      '--regid=postgres',
      '--clear-groups',
      '--pdeathsig',
      'KILL',
      POOL,
    ];
    return {
      name: POOL,
      program: isRoot ? 'setpriv' : POOL,
      args: isRoot ? [...asPostgres, file] : [file],
      readyUrl: `tcp://${LOCALHOST}:${this.#poolPort}`,
      isLogOnly: true,
    };
  }

  async #storeSettings(): Promise<Record<string, string>> {
    const { hasPool } = this.#options;
    const path = join(this.#socketDir, '.s.PGSQL.5432');
    const databasePort = await this.links?.open(POSTGRES, hasPool ? { port: this.#poolPort } : { path });
    const urls = this.engines.map(async ({ name, port }) => this.#linkedUrl(name, port));
    return {
      GWANJE_DATABASE_URL:
        databasePort === undefined
          ? this.#sitesDatabaseUrl
          : `postgres://postgres@${LOCALHOST}:${databasePort}/postgres`,
      GWANJE_METRICS_URL: (await Promise.all(urls)).join(','),
    };
  }

  async #linkedUrl(to: string, port: number): Promise<string> {
    const target: LinkTarget = { port };
    return `http://${LOCALHOST}:${(await this.links?.open(to, target)) ?? port}`;
  }

  async #server(replica: ReplicaPart, stores: Readonly<Record<string, string>>): Promise<Part> {
    const { name, port, internalPort, dataDir } = replica;
    return {
      name,
      entry: 'apps/server/src/main.ts',
      isLogOnly: this.#options.isQuiet ?? false,
      env: {
        ...this.#siteSettings(dataDir),
        ...stores,
        GWANJE_PORT: String(port),
        GWANJE_REPLICA_URL: await this.#linkedUrl(name, internalPort),
        GWANJE_REPLICA_PORT: String(internalPort),
        ...this.#options.envOf?.(name),
      },
    };
  }

  #login({ name, port }: LoginPart): Part {
    return {
      name,
      entry: 'apps/login/src/main.ts',
      isLogOnly: this.#options.isQuiet ?? false,
      env: {
        ...this.#siteSettings(join(this.#options.dataDir, name)),
        GWANJE_DATABASE_URL: this.#sitesDatabaseUrl,
        GWANJE_LOGIN_PORT: String(port),
      },
    };
  }

  #siteSettings(dataDir: string): Record<string, string> {
    return {
      GWANJE_DATA_DIR: dataDir,
      GWANJE_HOST: LOCALHOST,
      GWANJE_PUBLIC_URL: this.consoleUrl,
      GWANJE_LOGIN_URL: this.loginUrl,
      GWANJE_TRUST_PROXY: PROXY,
      NODE_COMPILE_CACHE: compileCache(this.#options.dataDir),
      ...this.#options.env,
    };
  }

  #haproxy(): Part {
    const { dataDir, host = LOCALHOST } = this.#options;
    const bind = (port: number) => `${host.includes(':') ? `[${host}]` : host}:${port}`;
    const addresses = (parts: readonly { readonly name: string; readonly port: number }[]) =>
      Object.fromEntries(parts.map(({ name, port }) => [name, `${LOCALHOST}:${port}`]));
    const file = join(dataDir, 'haproxy.cfg');
    writeFileSync(
      file,
      haproxyConfig({
        console: { bind: bind(this.port), servers: addresses(this.replicas) },
        login: { bind: bind(this.loginPort), servers: addresses(this.logins) },
        source: PROXY,
      }),
    );
    return {
      name: HAPROXY,
      program: HAPROXY,
      args: ['-db', '-f', file],
      readyUrl: `${this.consoleUrl}/readyz`,
      isLogOnly: true,
    };
  }
}

function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // The process has ended meanwhile.
    }
  }
}

/** As docs/operations.md says. Fewer connections than the sites open, so that transactions share them. */
function poolConfig(socketDir: string, port: number): string {
  return `[databases]
postgres = host=${socketDir} user=postgres
[pgbouncer]
listen_addr = ${LOCALHOST}
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 12
max_client_conn = 200
server_login_retry = 1
ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout
`;
}

function requirePrograms(programs: Readonly<Record<string, string>>): void {
  const missing = Object.entries(programs).flatMap(
    ([program, debianPackage]) => whyNot(program, debianPackage) ?? [],
  );
  if (missing.length > 0) throw new StartError(missing.join('\n'));
}

async function planPorts(options: ReplicaStackOptions) {
  const { dataDir, replicas = 3, engines = 2, logins = 1 } = options;
  mkdirSync(dataDir, { recursive: true });
  // Started by root, PostgreSQL runs as another user, who must reach its folder.
  if (process.getuid?.() === 0) chmodSync(dataDir, 0o755);
  const named = (kind: string, count: number) =>
    Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const name = `${kind}-${index + 1}`;
        const folder = join(dataDir, name);
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        const port = await freePort();
        return { name, port, url: `http://${LOCALHOST}:${port}`, dataDir: folder };
      }),
    );
  const servers = await named('replica', replicas);
  return {
    port: options.port ?? (await freePort()),
    loginPort: options.loginPort ?? (await freePort()),
    poolPort: await freePort(),
    replicas: await Promise.all(
      servers.map(async (server): Promise<ReplicaPart> => ({ ...server, internalPort: await freePort() })),
    ),
    engines: await named('metrics', engines),
    logins: await named('login', logins),
  };
}
