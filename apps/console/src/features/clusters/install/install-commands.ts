export const installPlatforms = ['aks', 'eks', 'gke', 'onprem'] as const;
export type InstallPlatform = (typeof installPlatforms)[number];

/** The tab of a platform. */
export function installPath(platform: InstallPlatform): string {
  return `/setting/host/agent-install/${platform}`;
}

/** Safe in a shell: the commands contain this name. */
export function manifestFile(hostId: number): string {
  return `gwanje-agent-${hostId}.yaml`;
}

/** The command that gives kubectl access to the cluster. The user replaces the placeholders. */
const CREDENTIALS: Readonly<Record<InstallPlatform, (placeholders: Placeholders) => string>> = {
  aks: ({ group, cluster }) => `az aks get-credentials --resource-group ${group} --name ${cluster}`,
  eks: ({ region, cluster }) => `aws eks update-kubeconfig --region ${region} --name ${cluster}`,
  gke: ({ region, project, cluster }) =>
    `gcloud container clusters get-credentials ${cluster} --region ${region} --project ${project}`,
  onprem: ({ file }) => `export KUBECONFIG=${file}`,
};

export type Placeholders = Readonly<Record<'group' | 'region' | 'project' | 'cluster' | 'file', string>>;

interface CommandsInput {
  readonly platform: InstallPlatform;
  readonly hostId: number;
  readonly namespace: string;
  readonly serverUrl: string;
  readonly placeholders: Placeholders;
}

export function installCommands(input: CommandsInput) {
  const { platform, hostId, namespace, serverUrl, placeholders } = input;
  const file = manifestFile(hostId);
  const kubectl = `kubectl -n ${namespace}`;
  return {
    credentials: CREDENTIALS[platform](placeholders),
    check: 'kubectl config current-context && kubectl get nodes',
    apply: `kubectl apply -f ${file}`,
    rollout: `${kubectl} rollout status deployment/gwanje-agent-cluster && ${kubectl} rollout status daemonset/gwanje-agent-node`,
    logs: `${kubectl} logs deployment/gwanje-agent-cluster --tail=50`,
    restart: `${kubectl} rollout restart deployment/gwanje-agent-cluster daemonset/gwanje-agent-node`,
    remove: `kubectl delete -f ${file}`,
    /** Runs the agent outside the cluster, without an installation, with the first token of the manifest: the cluster agent's. */
    outside: [
      `npm run agent -- --kubeconfig "$KUBECONFIG" --server ${serverUrl}`,
      `  --token "$(grep -o -m 1 'gwj_[A-Za-z0-9_-]*' ${file})"`,
      `  --cluster-key "$(grep -o -m 1 'gwk_[0-9a-f]*' ${file})"`,
    ].join(' \\\n'),
  };
}

/** The commands for a cluster that receives the image as a file. */
export function offlineCommands(image: string, version: string, registry: string) {
  const name = image.split('/').at(-1) ?? image;
  const file = `gwanje-agent-${version}.tar`;
  const target = `${registry}/${name}`;
  return {
    build: `npm run agent-image -- --image ${image}`,
    push: `docker load -i ${file}\ndocker tag ${image} ${target}\ndocker push ${target}`,
    importOnNodes: `sudo ctr -n k8s.io images import ${file}`,
  };
}
