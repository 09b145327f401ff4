import type { JsonObject } from '../object/kind.ts';
import type { ContainerTemplate, Labels, PodTemplate } from '../object/records.ts';
import { bytesText, cpuText } from '../object/text.ts';

function quantities(milliCpu: number, bytes: number): JsonObject | undefined {
  if (milliCpu < 0 && bytes < 0) return undefined;
  return {
    cpu: milliCpu < 0 ? undefined : cpuText(milliCpu),
    memory: bytes < 0 ? undefined : bytesText(bytes),
  };
}

function containerOf(container: ContainerTemplate, volumeMounts: JsonObject[] | undefined): JsonObject {
  const { limitMilliCpu, limitBytes, requestMilliCpu, requestBytes } = container.resources;
  return {
    name: container.name,
    image: container.image,
    ports: container.ports?.map((port) => ({ containerPort: port, protocol: 'TCP' })),
    resources: {
      limits: quantities(limitMilliCpu, limitBytes),
      requests: quantities(requestMilliCpu, requestBytes),
    },
    volumeMounts,
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
    imagePullPolicy: 'IfNotPresent',
  };
}

/** The template in deployments and other owners. */
export function templateOf(template: PodTemplate, labels: Labels, dataMount?: string): JsonObject {
  const mounts: JsonObject[] = [];
  if (template.configMap) mounts.push({ name: 'config', mountPath: '/etc/config' });
  if (dataMount) mounts.push({ name: dataMount, mountPath: '/var/lib/data' });
  return {
    metadata: { creationTimestamp: null, labels },
    spec: {
      volumes: template.configMap ? [configVolume(template.configMap)] : undefined,
      containers: template.containers.map((container) =>
        containerOf(container, mounts.length > 0 ? mounts : undefined),
      ),
      restartPolicy: template.restartPolicy,
      terminationGracePeriodSeconds: 30,
      dnsPolicy: 'ClusterFirst',
      nodeSelector: template.nodeSelector,
      serviceAccountName: template.serviceAccount === 'default' ? undefined : template.serviceAccount,
      serviceAccount: template.serviceAccount === 'default' ? undefined : template.serviceAccount,
      hostNetwork: template.isHostNetwork || undefined,
      securityContext: {},
      schedulerName: 'default-scheduler',
      tolerations:
        template.tolerations.length > 0
          ? template.tolerations.map((toleration) => ({ ...toleration }))
          : undefined,
      priorityClassName: template.priorityClass,
    },
  };
}

function configVolume(name: string): JsonObject {
  return { name: 'config', configMap: { name, defaultMode: 420 } };
}

/** The volumes and containers of a pod. */
export function podSpecParts(template: PodTemplate, claims: readonly string[]) {
  const access = `kube-api-access-${template.hash.slice(0, 5)}`;
  const volumes: JsonObject[] = claims.map((claimName) => ({
    name: 'data',
    persistentVolumeClaim: { claimName },
  }));
  const mounts: JsonObject[] = claims.map(() => ({ name: 'data', mountPath: '/var/lib/data' }));
  if (template.configMap) {
    volumes.push(configVolume(template.configMap));
    mounts.push({ name: 'config', mountPath: '/etc/config' });
  }
  volumes.push({ name: access, projected: { sources: ACCESS_SOURCES, defaultMode: 420 } });
  mounts.push({
    name: access,
    readOnly: true,
    mountPath: '/var/run/secrets/kubernetes.io/serviceaccount',
  });
  return { volumes, containers: template.containers.map((container) => containerOf(container, mounts)) };
}

const ACCESS_SOURCES: JsonObject[] = [
  { serviceAccountToken: { expirationSeconds: 3607, path: 'token' } },
  { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
  {
    downwardAPI: {
      items: [{ path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } }],
    },
  },
];

export function qosClassOf(template: PodTemplate): 'Guaranteed' | 'Burstable' | 'BestEffort' {
  let isGuaranteed = true;
  let isBestEffort = true;
  for (const { resources } of template.containers) {
    const { requestMilliCpu, requestBytes, limitMilliCpu, limitBytes } = resources;
    if (requestMilliCpu >= 0 || requestBytes >= 0 || limitMilliCpu >= 0 || limitBytes >= 0)
      isBestEffort = false;
    if (limitMilliCpu < 0 || limitBytes < 0) isGuaranteed = false;
    if (requestMilliCpu >= 0 && requestMilliCpu !== limitMilliCpu) isGuaranteed = false;
    if (requestBytes >= 0 && requestBytes !== limitBytes) isGuaranteed = false;
  }
  if (isBestEffort) return 'BestEffort';
  return isGuaranteed ? 'Guaranteed' : 'Burstable';
}
