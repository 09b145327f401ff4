import { rowOf } from '@gwanje/contract/definition/columns';
import { idSchema } from '@gwanje/contract/definition/fields';
import type { z } from 'zod';
import * as column from '../definition/columns.ts';
import {
  choice,
  numberOrNull,
  type StateOf,
  stateSchema,
  text,
  textOrNull,
  tracked,
} from '../definition/fields.ts';
import { defineKind } from '../definition/kind.ts';
import { type ServicePort, ServiceRecord } from './record.ts';

/** Whether a service has ready endpoints, worst first. external: it is the alias of a name outside of the cluster. */
export const serviceStates = ['none', 'partial', 'unknown', 'ready', 'external'] as const;
export type ServiceStatus = (typeof serviceStates)[number];

export const serviceFields = {
  name: text(),
  namespace: text(),
  type: tracked(text()),
  status: tracked(choice(serviceStates)),
  clusterIp: tracked(textOrNull()),
  /** Addresses outside of the cluster, or the name that it is an alias of; comma-joined. */
  externalAddress: tracked(textOrNull()),
  /** As kubectl shows them: `80:30080/TCP`. */
  ports: tracked(text()),
  /** Null: unknown. */
  readyCnt: tracked(numberOrNull()),
  endpointCnt: tracked(numberOrNull()),
} as const;

export type ServiceState = StateOf<typeof serviceFields>;

export function serviceState(record: ServiceRecord): ServiceState {
  const { endpoints, externalName, externalAddresses } = record;
  const outside = externalName === null ? externalAddresses : [externalName];
  return {
    name: record.name,
    namespace: record.namespace,
    type: record.type,
    status: statusOf(record),
    clusterIp: record.clusterIp,
    externalAddress: outside.length === 0 ? null : outside.join(','),
    ports: record.ports.map(portText).join(','),
    readyCnt: endpoints?.readyCnt ?? null,
    endpointCnt: endpoints?.totalCnt ?? null,
  };
}

function statusOf({ type, endpoints }: ServiceRecord): ServiceStatus {
  if (type === 'ExternalName') return 'external';
  if (endpoints === null) return 'unknown';
  if (endpoints.readyCnt === 0) return 'none';
  return endpoints.readyCnt < endpoints.totalCnt ? 'partial' : 'ready';
}

function portText({ port, nodePort, protocol }: ServicePort): string {
  return `${port}${nodePort === null ? '' : `:${nodePort}`}/${protocol}`;
}

export const ServiceId = idSchema('ServiceId');

export const serviceColumns = {
  serviceId: column.ownId(ServiceId),
  ...column.clusterColumns,
  ...column.stateColumns(serviceFields),
  ...column.lifeColumns,
} as const;

export const ServiceRow = rowOf(serviceColumns);
export type ServiceRow = z.infer<typeof ServiceRow>;

export const service = defineKind({
  key: 'service',
  plural: 'services',
  idName: 'serviceId',
  labels: { ko: '서비스', en: 'Service' },
  icon: 'mdi-lan',
  tabs: ['summary'],
  kubectl: 'service',
  isOptional: true,
  sources: [
    {
      record: 'service',
      group: '',
      version: 'v1',
      resource: 'services',
      kubernetesKind: 'Service',
      nameUniqueIn: 'namespace',
    },
  ],
  joined: [{ part: 'endpointSlice', group: 'discovery.k8s.io', version: 'v1', resource: 'endpointslices' }],
  record: ServiceRecord,
  fields: serviceFields,
  stateSchema: stateSchema(serviceFields),
  state: serviceState,
  detail: ({ labels, selector, ports, endpoints }: ServiceRecord) => ({
    labels,
    selector,
    portList: ports,
    endpointList: endpoints?.list ?? null,
  }),
  columns: serviceColumns,
  reads: [],
});
