import { z } from 'zod';
import { Labels, Name, ShortText, Time, Uid } from '../definition/record-fields.ts';

export const MAX_INGRESS_PATHS = 300;
const MAX_HOSTS = 100;

/** A path of a host and the service that it leads to. */
export const IngressPath = z.object({
  /** Null: any host. */
  host: ShortText.nullable(),
  /** Null: the default of all paths that no rule names. */
  path: z.string().max(1024).nullable(),
  pathType: ShortText.nullable(),
  /** Null: the path leads to another resource than a service. */
  serviceName: Name.nullable(),
  /** Its number or name. */
  servicePort: ShortText.nullable(),
});
export type IngressPath = z.infer<typeof IngressPath>;

export const IngressRecord = z.object({
  kind: z.literal('ingress'),
  uid: Uid,
  name: Name,
  namespace: Name,
  createdAt: Time,
  labels: Labels,
  className: ShortText.nullable(),
  /** Hosts with TLS. The agent sends no secret and no name of one. */
  tlsHosts: z.array(ShortText).max(MAX_HOSTS),
  hasTls: z.boolean(),
  addresses: z.array(ShortText).max(20),
  paths: z.array(IngressPath).max(MAX_INGRESS_PATHS),
});
export type IngressRecord = z.infer<typeof IngressRecord>;
