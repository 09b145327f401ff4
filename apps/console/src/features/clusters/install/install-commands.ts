export const installPlatforms = ['aks', 'eks', 'gke', 'onprem'] as const;
export type InstallPlatform = (typeof installPlatforms)[number];

/** A shell-safe name: commands contain it. */
export function manifestFile(hostId: number): string {
  return `gwanje-agent-${hostId}.yaml`;
}

/** How the platform's tool gives kubectl access. The user replaces the text in angle brackets. */
const CREDENTIALS: Readonly<Record<InstallPlatform, (places: Places) => string>> = {
  aks: ({ group, cluster }) => `az aks get-credentials --resource-group ${group} --name ${cluster}`,
  eks: ({ region, cluster }) => `aws eks update-kubeconfig --region ${region} --name ${cluster}`,
  gke: ({ region, project, cluster }) =>
    `gcloud container clusters get-credentials ${cluster} --region ${region} --project ${project}`,
  onprem: ({ file }) => `export KUBECONFIG=${file}`,
};

export type Places = Readonly<Record<'group' | 'region' | 'project' | 'cluster' | 'file', string>>;

interface CommandsInput {
  readonly platform: InstallPlatform;
  readonly hostId: number;
  readonly namespace: string;
  readonly serverUrl: string;
  readonly places: Places;
}

export function installCommands(input: CommandsInput) {
  const { platform, hostId, namespace, serverUrl, places } = input;
  const file = manifestFile(hostId);
  const kubectl = `kubectl -n ${namespace}`;
  return {
    credentials: CREDENTIALS[platform](places),
    check: 'kubectl config current-context && kubectl get nodes',
    apply: `kubectl apply -f ${file}`,
    rollout: `${kubectl} rollout status deployment/gwanje-agent-cluster && ${kubectl} rollout status daemonset/gwanje-agent-node`,
    logs: `${kubectl} logs deployment/gwanje-agent-cluster --tail=50`,
    restart: `${kubectl} rollout restart deployment/gwanje-agent-cluster daemonset/gwanje-agent-node`,
    remove: `kubectl delete -f ${file}`,
    /** A check from outside that installs nothing: it reads the token from the manifest. */
    outside: [
      `npm run agent -- --kubeconfig "$KUBECONFIG" --server ${serverUrl} --cluster-id ${hostId}`,
      `  --token "$(grep -o 'gwj_[A-Za-z0-9_-]*' ${file})"`,
    ].join(' \\\n'),
  };
}

/** Commands that move the image from the console's network to the cluster's on a disk. */
export function offlineCommands(image: string, version: string, registry: string) {
  const name = image.split('/').at(-1) ?? image;
  const file = `gwanje-agent-${version}.tar`;
  const there = `${registry}/${name}`;
  return {
    build: `npm run agent-image -- --image ${image}`,
    push: `docker load -i ${file}\ndocker tag ${image} ${there}\ndocker push ${there}`,
    importOnNodes: `sudo ctr -n k8s.io images import ${file}`,
  };
}
