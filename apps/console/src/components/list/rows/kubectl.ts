/** What kubectl calls the kinds. */
const RESOURCES = { pod: 'pod', node: 'node', volume: 'pv', claim: 'pvc' } as const;

export interface KubectlTarget {
  /** Taken for the context's name, as most kubeconfigs have it. */
  readonly cluster: string;
  readonly namespace?: string | null;
  readonly kind: keyof typeof RESOURCES;
  readonly name: string;
  /** Of a pod: whose logs are meant. */
  readonly container?: string;
}

export type KubectlVerb = 'describe' | 'logs';

/** What a terminal would act on or not show: such a name is no Kubernetes name, and no command is offered for it. */
const UNTYPEABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;
const PLAIN = /^[A-Za-z0-9_./:@%+=,][A-Za-z0-9_./:@%+=,-]*$/;

/** A command to paste into a shell; null where it could not be pasted safely, or where the kind has no such command. */
export function kubectlCommand(target: KubectlTarget, verb: KubectlVerb): string | null {
  const { cluster, namespace, kind, name, container } = target;
  if (verb === 'logs' && kind !== 'pod') return null;
  const given = [cluster, namespace ?? '', name, container ?? ''];
  if (cluster === '' || name === '' || given.some((text) => UNTYPEABLE.test(text))) return null;
  return [
    'kubectl',
    '--context',
    shellQuoted(cluster),
    ...(namespace ? ['-n', shellQuoted(namespace)] : []),
    verb,
    ...(verb === 'describe' ? [RESOURCES[kind]] : []),
    ...(verb === 'logs' && container ? ['-c', shellQuoted(container)] : []),
    // What begins with a dash would be read as an option.
    ...(name.startsWith('-') ? ['--'] : []),
    shellQuoted(name),
  ].join(' ');
}

/** One word for every POSIX shell. */
export function shellQuoted(text: string): string {
  return PLAIN.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
