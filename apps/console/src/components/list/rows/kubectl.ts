export interface KubectlTarget {
  /** Used as the context's name, as in most kubeconfigs. */
  readonly cluster: string;
  readonly namespace?: string | null;
  /** The resource name of kubectl: pod, pvc, deployment. */
  readonly resource: string;
  readonly name: string;
  /** Of a pod: the container whose logs to show. */
  readonly container?: string;
}

export type KubectlVerb = 'describe' | 'logs';

/** Characters that a terminal interprets or hides. A name with one is not a Kubernetes name and gets no command. */
const UNTYPEABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;
const PLAIN = /^[A-Za-z0-9_./:@%+=,][A-Za-z0-9_./:@%+=,-]*$/;

/** A command to paste into a shell; null if it is not safe to paste or the kind has no such command. */
export function kubectlCommand(target: KubectlTarget, verb: KubectlVerb): string | null {
  const { cluster, namespace, resource, name, container } = target;
  if (verb === 'logs' && resource !== 'pod') return null;
  const given = [cluster, namespace ?? '', name, container ?? ''];
  if (cluster === '' || name === '' || given.some((text) => UNTYPEABLE.test(text))) return null;
  return [
    'kubectl',
    '--context',
    shellQuoted(cluster),
    ...(namespace ? ['-n', shellQuoted(namespace)] : []),
    verb,
    ...(verb === 'describe' ? [resource] : []),
    ...(verb === 'logs' && container ? ['-c', shellQuoted(container)] : []),
    // A leading dash would be read as an option.
    ...(name.startsWith('-') ? ['--'] : []),
    shellQuoted(name),
  ].join(' ');
}

/** Quotes the text as one word of a POSIX shell. */
export function shellQuoted(text: string): string {
  return PLAIN.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
