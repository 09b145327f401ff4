import { type IngressPath, type IngressRecord, MAX_INGRESS_PATHS } from '@gwanje/kinds/ingress/record';
import { z } from 'zod';
import { Metadata, OptionalNumber, OptionalText } from '../raw.ts';
import { cut, labelsOf, shortText, shortTextOrNull } from '../shared.ts';

const MAX_HOSTS = 100;
const MAX_ADDRESSES = 20;
const MAX_PATH_LENGTH = 1024;

const RawBackend = z.object({
  service: z
    .object({
      name: z.string(),
      port: z.object({ name: OptionalText, number: OptionalNumber }).nullish(),
    })
    .nullish(),
});

const RawIngress = z.object({
  metadata: Metadata.extend({ namespace: z.string() }),
  spec: z.object({
    ingressClassName: OptionalText,
    defaultBackend: RawBackend.nullish(),
    tls: z.array(z.object({ hosts: z.array(z.string()).nullish() })).nullish(),
    rules: z
      .array(
        z.object({
          host: OptionalText,
          http: z
            .object({
              paths: z.array(z.object({ path: OptionalText, pathType: OptionalText, backend: RawBackend })),
            })
            .nullish(),
        }),
      )
      .nullish(),
  }),
  status: z
    .object({
      loadBalancer: z
        .object({ ingress: z.array(z.object({ ip: OptionalText, hostname: OptionalText })).nullish() })
        .nullish(),
    })
    .nullish(),
});

export function normaliseIngress(object: unknown): IngressRecord {
  const { metadata, spec, status } = RawIngress.parse(object);
  const paths = (spec.rules ?? []).flatMap(({ host, http }) =>
    (http?.paths ?? []).map(({ path, pathType, backend }) => ({
      host: shortTextOrNull(host),
      path: cut(path || '/', MAX_PATH_LENGTH),
      pathType: shortTextOrNull(pathType),
      ...targetOf(backend),
    })),
  );
  const defaults = spec.defaultBackend
    ? [{ host: null, path: null, pathType: null, ...targetOf(spec.defaultBackend) }]
    : [];
  const balanced = status?.loadBalancer?.ingress ?? [];
  return {
    kind: 'ingress',
    uid: metadata.uid,
    name: metadata.name,
    namespace: metadata.namespace,
    createdAt: metadata.creationTimestamp,
    labels: labelsOf(metadata.labels),
    className: shortTextOrNull(spec.ingressClassName),
    tlsHosts: (spec.tls ?? [])
      .flatMap(({ hosts }) => hosts ?? [])
      .slice(0, MAX_HOSTS)
      .map(shortText),
    hasTls: (spec.tls ?? []).length > 0,
    addresses: balanced
      .flatMap(({ ip, hostname }) => ip || hostname || [])
      .slice(0, MAX_ADDRESSES)
      .map(shortText),
    paths: [...paths, ...defaults].slice(0, MAX_INGRESS_PATHS),
  };
}

function targetOf({
  service,
}: z.output<typeof RawBackend>): Pick<IngressPath, 'serviceName' | 'servicePort'> {
  return {
    serviceName: shortTextOrNull(service?.name),
    servicePort: shortTextOrNull(service?.port?.name || service?.port?.number?.toString()),
  };
}
