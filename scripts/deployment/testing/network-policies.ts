import { type Manifest, type ManifestOf, ofKind, selects, workloadsOf } from './manifest-shapes.ts';

/** A pod of the installation by its component, or a peer outside by its namespace or address. */
export type Endpoint =
  | { readonly component: string }
  | { readonly namespace: string }
  | { readonly outside: 'any address' };

type Policy = ManifestOf<'NetworkPolicy'>;
type Rule = { readonly ports: { readonly port: number | string }[] };

/** Whether the policies of the installation let a connection through, as a cluster evaluates them. */
export function isAllowed(
  manifests: readonly Manifest[],
  from: Endpoint,
  to: Endpoint,
  port: number,
): boolean {
  return isOut(manifests, from, to, port) && isIn(manifests, from, to, port);
}

function isOut(manifests: readonly Manifest[], from: Endpoint, to: Endpoint, port: number): boolean {
  const policies = policiesOf(manifests, from);
  if (policies.length === 0) return true;
  const rules = policies.flatMap(({ spec }) => spec.egress ?? []);
  return rules.some(
    (rule) => hasPort(manifests, rule, port, to) && (!rule.to || matches(manifests, rule.to, to)),
  );
}

function isIn(manifests: readonly Manifest[], from: Endpoint, to: Endpoint, port: number): boolean {
  const policies = policiesOf(manifests, to);
  if (policies.length === 0) return true;
  const rules = policies.flatMap(({ spec }) => spec.ingress ?? []);
  return rules.some((rule) => hasPort(manifests, rule, port, to) && matches(manifests, rule.from, from));
}

function policiesOf(manifests: readonly Manifest[], endpoint: Endpoint): Policy[] {
  const labels = labelsOf(manifests, endpoint);
  if (!labels) return [];
  return ofKind(manifests, 'NetworkPolicy').filter(({ spec }) =>
    selects(spec.podSelector.matchLabels, labels),
  );
}

/** The name of a port counts as the number that it has in the pod that is reached. */
function hasPort(manifests: readonly Manifest[], rule: Rule, port: number, to: Endpoint): boolean {
  const ports = 'component' in to ? (podOf(manifests, to.component)?.spec.containers[0].ports ?? []) : [];
  return rule.ports.some(
    (allowed) =>
      (ports.find(({ name }) => name === allowed.port)?.containerPort ?? Number(allowed.port)) === port,
  );
}

function matches(
  manifests: readonly Manifest[],
  peers: NonNullable<NonNullable<Policy['spec']['ingress']>[number]['from']>,
  endpoint: Endpoint,
): boolean {
  const labels = labelsOf(manifests, endpoint);
  return peers.some((peer) => {
    if ('podSelector' in peer) return labels !== undefined && selects(peer.podSelector.matchLabels, labels);
    if ('ipBlock' in peer || !('namespace' in endpoint)) return false;
    const { namespaceSelector } = peer;
    return 'matchLabels' in namespaceSelector
      ? namespaceSelector.matchLabels['kubernetes.io/metadata.name'] === endpoint.namespace
      : namespaceSelector.matchExpressions.every(({ values }) => values.includes(endpoint.namespace));
  });
}

function labelsOf(manifests: readonly Manifest[], endpoint: Endpoint) {
  return 'component' in endpoint ? podOf(manifests, endpoint.component)?.metadata.labels : undefined;
}

function podOf(manifests: readonly Manifest[], component: string) {
  return workloadsOf(manifests).find(
    ({ spec }) => spec.template.metadata.labels['app.kubernetes.io/component'] === component,
  )?.spec.template;
}
