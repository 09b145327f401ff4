import { beforeAll, describe, expect, it, vi } from 'vitest';
import { isRedirect, type RouteDeclaration } from '#core/navigation/feature-manifest.ts';
import { features } from './features.ts';
import { routeDataOf } from './route-data.ts';
import { createConsoleRouter } from './router.tsx';

// The chart library reads the screen's resolution on import.
beforeAll(() => {
  vi.stubGlobal('matchMedia', () => new EventTarget());
});

/** The tabs of each object. */
const TABS: Readonly<Record<string, readonly string[]>> = {
  node: ['summary', 'manifest', 'cpu', 'mem', 'disk', 'network'],
  pod: ['summary', 'manifest', 'cpu', 'mem', 'disk', 'network', 'log'],
  container: ['summary', 'cpu', 'mem', 'blockIO', 'log'],
  workload: ['summary', 'manifest', 'log'],
  ...Object.fromEntries(
    ['namespace', 'service', 'ingress', 'autoscaler', 'disruptionBudget', 'quota'].map((kind) => [
      kind,
      ['summary', 'manifest'],
    ]),
  ),
};
const objects = Object.keys(TABS);
const tabs = objects.flatMap((kind) => TABS[kind]?.map((tab) => `/mon/${kind}/${tab}`) ?? []);
const ofObjects = (under: string, kinds: readonly string[], what: string) =>
  kinds.map((kind) => `${under}/${kind}-${what}`);
/** Kinds with settings, and with alarm settings. */
const WATCHED = ['node', 'pod', 'volume', 'pvc', 'workload', 'autoscaler', 'disruptionBudget', 'quota'];

/** Every line of specification section 2, and the pages of this project. */
const SPECIFIED = [
  ...['/main', '/custom-main', '/mon/summary', ...ofObjects('/mon', [...objects, 'event', 'pv-pvc'], 'list')],
  ...[...objects.map((kind) => `/mon/${kind}`), ...tabs, '/mon/node/history-list', '/mon/node-history'],
  ...['summary', 'cpu', 'mem', 'disk', 'network'].map((tab) => `/mon/node-history/pod-${tab}`),
  ...['/event-list', '/alarm-list', '/duty', '/handover', '/my-activity', '/my-notifications', '/my-data'],
  ...['/setting/mon', ...ofObjects('/setting/mon', ['cluster', ...WATCHED, 'event-alarm'], 'list')],
  ...['', '/aks', '/eks', '/gke', '/onprem'].map((platform) => `/setting/host/agent-install${platform}`),
  ...['/setting/alarm', ...ofObjects('/setting/alarm', ['cluster', ...WATCHED], 'item')],
  ...['', '/meta-list', '/sub-list', '/sub'].map((page) => `/setting/group${page}`),
  ...['/host/cluster-create', '/alarm-template', '/duty', '/user', '/user/registration', '/logo'].map(
    ofSettings,
  ),
  ...['/access-token', '/audit', '/security', '/sign-on', '/personal-data', '/installation'].map(ofSettings),
  ...['/wallboard', '/realtime-detection', '/maintenance'],
];

/** The names that are not the words of the path. */
const NAMES: Readonly<Record<string, string>> = {
  '/': 'dashboard',
  '/mon': 'monitoring',
  '/no/such/path': 'error',
  '/settings': 'error',
};

function ofSettings(path: string): string {
  return `/setting${path}`;
}

function nameOf(path: string): string {
  return path.slice(1).replace(/[/-](\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** The pages with figures of now. */
const REFRESHING = [
  ...['/custom-main', '/mon', '/mon/summary', '/realtime-detection'],
  ...tabs.filter((path) => !path.endsWith('/log')),
];

/** Parent paths without a page and their redirect targets: first those of the specification. */
const REDIRECTS = {
  '/setting/mon': '/setting/mon/cluster-list',
  '/setting/group': '/setting/group/meta-list',
  ...Object.fromEntries(objects.map((kind) => [`/mon/${kind}`, `/mon/${kind}/summary`])),
  '/mon/node-history': '/mon/node-history/pod-summary',
  '/setting/alarm': '/setting/alarm/cluster-item',
};

/** The ids that the page of an address requires. */
function neededIds(path: string): readonly string[] {
  if (path === '/setting/group/sub') return ['subGroupId'];
  if (/^\/mon(\/summary|\/[\w-]+-list)?$|^\/setting\/(host\/agent-install|alarm\/cluster-item)/.test(path))
    return ['hostId'];
  const [, kind] = /^\/mon\/([\w-]+)\/|^\/setting\/alarm\/(\w+)-item$/.exec(path)?.filter(Boolean) ?? [];
  return kind ? ['hostId', `${nameOf(`/${kind}`)}Id`] : [];
}

const router = createConsoleRouter(features);
const declared = features.flatMap((feature) => feature.routes);
const pages = declared.filter((route): route is RouteDeclaration => !isRedirect(route));

describe('the route table', () => {
  it.each([...SPECIFIED.map((path) => [path, nameOf(path)]), ...Object.entries(NAMES)])(
    '%s is %s',
    (path, name) => expect(routeDataOf(router.matchRoutes(path ?? '', {})).name).toBe(name),
  );

  it('has each path and each name once', () => {
    const paths = declared.map((route) => route.path);
    const names = declared.map((route) => route.name);
    expect(paths).toEqual([...new Set(paths)]);
    expect(names).toEqual([...new Set(names)]);
  });

  it("has 'setting' in the name of every settings page, and of no other", () => {
    for (const { path, name } of declared)
      expect(name.includes('setting'), path).toBe(path.startsWith('/setting'));
  });

  it('refreshes the pages that the specification and the design name, and no other', () => {
    const refreshing = pages.filter((page) => page.refreshes).map((page) => page.path);
    expect(refreshing.sort()).toEqual([...REFRESHING].sort());
  });

  it('requires only the ids that the specification and the design name', () => {
    // A parent path passes the ids on to its first child.
    for (const route of declared)
      if (!isRedirect(route) || route.needs)
        expect(route.needs ?? [], route.path).toEqual(neededIds(route.path));
  });

  it('opens only the summary without clusters', () => {
    const withoutClusters = pages.filter((page) => page.worksWithoutClusters).map((page) => page.path);
    expect(withoutClusters).toEqual(['/mon', '/mon/summary']);
  });

  it('redirects each parent path without a page to its first child', () => {
    const redirects = declared.filter(isRedirect).map(({ path, redirectTo }) => [path, redirectTo]);
    expect(Object.fromEntries(redirects)).toEqual({
      ...REDIRECTS,
      // Finds the tab of the cluster's platform.
      '/setting/host/agent-install': expect.any(Function),
    });
    const paths = new Set(pages.map((page) => page.path));
    for (const target of Object.values(REDIRECTS)) expect(paths.has(target), target).toBe(true);
  });

  it('shows only the realtime window and the wallboard entry without a header', () => {
    const expected = ['/wallboard', '/realtime-detection'];
    expect(pages.filter((page) => page.isBare).map((page) => page.path)).toEqual(expected);
  });

  it('opens only the wallboard entry without a login', () =>
    expect(pages.filter((page) => page.isOpen).map((page) => page.path)).toEqual(['/wallboard']));
});
