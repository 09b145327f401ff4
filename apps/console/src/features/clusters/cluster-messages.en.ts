export const clusters = {
  identity: 'Cluster',
  identityNote: 'It is watched as soon as its agent is installed.',
  create: 'Create and install the agent',
  noGroups: 'There is no group for the cluster',
  noGroupsAsk: 'You manage no meta group. Please ask a total admin for one.',
  firstSteps: 'First steps',
  firstStep: {
    metaGroup: 'Meta group',
    subGroup: 'Sub group',
    cluster: 'Cluster',
    agent: 'Install the agent',
  },
  createGroup: { metaGroup: 'Create a meta group', subGroup: 'Create a sub group' },
  createGroupText: {
    metaGroup: 'A cluster belongs to a sub group of a meta group. Please create a meta group first.',
    subGroup: 'Please create a sub group for the cluster.',
  },
  nextStep: 'Create and continue',

  platforms: 'Kind of cluster',
  platform: {
    aks: 'Azure AKS',
    eks: 'Amazon EKS',
    gke: 'Google GKE',
    onprem: 'On-premises',
  },
  toMonitoring: 'Open monitoring',
  install: 'Installation',
  installNote: 'kubectl with admin rights is needed.',
  stepCredentials: 'Connect to the cluster',
  credentials: {
    aks: 'Get a kubeconfig with the Azure CLI. Replace the parts in angle brackets.',
    eks: 'Get a kubeconfig with the AWS CLI. Replace the parts in angle brackets.',
    gke: 'Get a kubeconfig with the gcloud CLI. Replace the parts in angle brackets.',
    onprem: 'Name the kubeconfig file of a cluster admin. Replace the parts in angle brackets.',
  },
  place: {
    group: '<resource group>',
    region: '<region>',
    project: '<project>',
    cluster: '<cluster name>',
    file: '<path of the kubeconfig>',
    registry: '<your registry>',
  },
  checkContext: 'Check the connection',
  stepManifest: 'Download the manifest',
  stepManifestText:
    "It holds this cluster's token and the server's address. Do not use it for another cluster.",
  options: 'Change image, namespace and more',
  registry: 'Registry',
  registryHint: 'The usual image is pulled from this registry.',
  registryError: 'Please check the registry, e.g. registry.example.com:5000/gwanje',
  image: 'Image',
  imageHint: 'The whole name of another image.',
  imageError: 'Please check the image, e.g. registry.example.com/gwanje/agent:0.1.0',
  imageOrRegistry: 'Please give either a registry or an image.',
  namespace: 'Namespace',
  namespaceHint: 'The namespace the agent runs in. It is created if it does not exist.',
  namespaceError: 'Please use lower-case letters, digits and hyphens, up to 63 characters.',
  logsNotChosen:
    'Reading logs was not chosen for this cluster, so its container logs cannot be opened. To get it, choose “Allow reading logs” in the options of step 2, download the manifest again and apply it.',
  proxy: 'Proxy',
  proxyHint: 'The agents reach this server through it. It is not used for the Kubernetes API.',
  proxyError: 'Please give the address without credentials, e.g. http://proxy.example.com:3128',
  kubeletInsecure: "Do not check the kubelets' certificates",
  kubeletInsecureHint: 'Only where kubelets have self-signed certificates.',
  mayReadLogs: 'Allow reading logs',
  mayReadLogsHint:
    'The cluster agent gets the right pods/log. Logs are read only when someone opens them, and are not stored. To change it later, download and apply the manifest again.',
  download: 'Download manifest',
  imageUsed: 'Image used:',
  manifestNotOffered:
    'A manifest brings a new token with it: only admins who may change something can download it.',
  tokenIssued: 'Each download issues a new token. Earlier ones stay valid until they are revoked.',
  stepApply: 'Apply the manifest',
  stepApplyText: 'Run it in the folder that has the downloaded file.',
  rollout: 'Watch the rollout',
  note: {
    aks: 'Virtual nodes (ACI) take no agent, and there are no statistics of them.',
    eks: 'Fargate nodes take no agent, and there are no statistics of them.',
    gke: 'Autopilot clusters may restrict agents on every node. Please look at the diagnosis.',
    onprem:
      'Kubelets set up by kubeadm have self-signed certificates. If the diagnosis says so, turn on the option in step 2 and apply again.',
  },
  stepCheck: 'See it arrive',
  stepCheckText: 'It shows in the diagnosis on the right within seconds. Keep this page open.',
  moreCommands: 'Further commands',
  logs: 'Logs of the agent',
  logsText: 'What the agent is doing.',
  restart: 'Restart the agents',
  restartText: 'After a change of image or settings.',
  outside: 'Look from outside',
  outsideText:
    "To have a look without installing anything, run this in the server's folder. The token is read from the manifest.",
  remove: 'Remove the agents',
  removeText: 'Takes everything of the agent out of the cluster.',
  copy: 'Copy',
  copyNamed: 'Copy the command: {{name}}',
  copied: 'Copied',
  notCopied: 'Could not be copied',

  offline: 'Air-gapped installation',
  offlineNote: 'For clusters without internet access',
  offlineBuild:
    "① Make the image file in the server's folder. Neither internet nor Docker is needed. It runs on nodes with the server's kind of CPU (amd64, arm64).",
  offlineBuildLabel: 'Make the image file',
  offlinePush: '② Carry the file over and push it to your registry.',
  offlinePushLabel: 'Push to the registry',
  offlineImport: 'Without a registry, import it on every node.',
  offlineImportLabel: 'Import on a node',
  offlineThen: '③ With a registry, enter it under ‘Download the manifest’, then download and apply.',

  doctor: 'Diagnosis',
  doctorSteps: 'Steps of the installation',
  checkedAt: 'Checked {{at}}',
  checkFailed: 'The installation could not be checked',
  underWay: 'Waiting',
  allWell: 'All well',
  allWellText: 'The agent is connected; lists and statistics are coming in.',
  localUrl:
    'The server address in the manifest is {{url}}: agents on other machines cannot connect to it. Set GWANJE_PUBLIC_URL to an address that the cluster reaches and restart the server before the download.',
  findingCnt: 'Findings: {{cnt}}',
  notManaged: 'You do not manage this cluster',
  notManagedText: 'Its agents and tokens are managed by the owner of its meta group, or by a total admin.',
  findings: 'What was found',
  moreNames: 'and {{cnt}} more',
  asSaid: 'Original message',
  state: { done: 'Done', waiting: 'Waiting', failed: 'Failed' },
  step: {
    manifest: 'Token issued',
    connected: 'Agent connected',
    inventory: 'Objects listed',
    statistics: 'Statistics',
  },
  stepWaits: {
    manifest: 'Please download the manifest',
    connected: 'Waiting for the first connection',
    inventory: 'Waiting for the objects',
    statistics: 'Waiting for the statistics of nodes',
  },
  stepCnt: {
    manifest: 'Valid tokens: {{cnt}}',
    connected: 'Agents: {{cnt}}',
    inventory: 'Objects: {{cnt}}',
  },
  finding: {
    noValidToken: 'There is no valid token.',
    localServerUrl: "The server address in the manifest works only on the server's own machine.",
    noConnection: 'The agent has not connected to the server yet.',
    silent: 'Nothing has come from the agent for more than five minutes.',
    inventorySilent: 'No states of nodes and pods and no events have come for more than five minutes.',
    unknownToken: 'An agent tries to connect with a token that the server does not know.',
    revokedToken: 'An agent uses a token that was revoked.',
    wrongTokenRole: 'An agent uses a token of the other role.',
    agentIdConflict:
      'The sequence numbers of an agent do not continue; it sends its data again under a new id.',
    futureClock: 'Data from the future was refused.',
    negativeValue: 'Usage below 0 was received and dropped.',
    clockSkew: "An agent's clock differs from the server's by more than 30 seconds.",
    outdatedAgent: 'There are agents older than the server.',
    unreadableBatches: 'Data that cannot be read was refused.',
    tooLarge: 'Data was refused for its size.',
    objectLimit: 'Data was refused: there are more objects than allowed.',
    seriesLimit: 'Data was refused: more new objects within an hour than allowed.',
    eventLimit: 'There are more events than allowed; some were dropped.',
    changeLimit: 'There are more changes of state than allowed; they are recorded together.',
    apiUnreachable: 'The agent cannot reach the Kubernetes API server.',
    apiError: 'The Kubernetes API server answers the agent with errors.',
    apiUnauthorized: "The API server does not accept the agent's credentials.",
    missingRight: 'The agent lacks rights that it needs.',
    missingLogRight:
      'The manifest was downloaded with the right to read logs, but the API server refuses them.',
    apiProxyForbidden: 'The agent outside the cluster lacks nodes/proxy, so it reads no statistics of nodes.',
    kubeletUnreachable: 'The kubelets of some nodes cannot be reached.',
    kubeletNameUnresolved: 'The names of some nodes cannot be resolved, so their statistics are not read.',
    kubeletUnauthorized: "Kubelets do not accept the agent's credentials.",
    kubeletTls: 'The certificates of kubelets cannot be trusted, so statistics are not read.',
    kubeletError: 'Kubelets answer with errors when asked for statistics.',
    nodeAgentsMissing: 'No statistics come from some nodes.',
    nodeWithoutStatistics: 'Some nodes take no agent and have no statistics.',
    bufferFull: "The agent's buffer was full, and the oldest data was dropped.",
  },
  remedy: {
    noValidToken: 'All tokens were revoked. Please download the manifest again and apply it.',
    localServerUrl:
      'Agents on other machines cannot connect to this address. Please ask an administrator to set GWANJE_PUBLIC_URL to an address that the cluster reaches, then download the manifest again and apply it.',
    noConnection:
      'Please check that the manifest was applied, that the pods of the agent run, and that no firewall or proxy stands between the cluster and the server address above.',
    silent:
      'Please check that the pods of the agent run and reach the server. Once connected, what is missing comes in.',
    inventorySilent:
      'Only the usage that agents of nodes read comes in. Please check that the pod of the deployment gwanje-agent-cluster runs: resources may be short, or the image cannot be pulled.',
    unknownToken:
      'The token was copied wrongly, or the manifest is of another installation. Please download the manifest on this page and apply it.',
    revokedToken:
      'Please download the manifest again and apply it. Running agents use the new token within two minutes.',
    wrongTokenRole:
      'The cluster agent and the node agents have different tokens. Please download the manifest again and apply it. An agent outside the cluster needs the token of the secret gwanje-agent-cluster.',
    agentIdConflict:
      'After a long interruption or a restored backup this ends by itself. If it continues, the token may have leaked: please download and apply the manifest again, and revoke the old tokens.',
    futureClock: 'Please check the time synchronisation of the nodes (NTP, chrony).',
    negativeValue:
      'Please check that the agent image is of this installation and that the statistics of the kubelets are right. Without such a cause the token may have leaked: please download and apply the manifest again, and revoke the old tokens.',
    clockSkew:
      'Please check the time synchronisation of the nodes (NTP, chrony). With a wrong clock alarms are late or dated wrongly.',
    outdatedAgent: "Please download the manifest again and apply it: it names the server's version.",
    unreadableBatches:
      'Please check that no proxy on the way changes what is sent, and that the image is that of this installation.',
    tooLarge: "Please check that no proxy changes what is sent, and bring the agent to the server's version.",
    objectLimit:
      'Please remove pods and jobs that have ended, or ask an administrator to raise GWANJE_MAX_OBJECTS_PER_CLUSTER.',
    seriesLimit:
      'Please look for a workload that makes pods without end, or ask an administrator to raise GWANJE_MAX_NEW_OBJECTS_PER_HOUR.',
    eventLimit:
      'Please look for a workload that repeats an event, or ask an administrator to raise GWANJE_MAX_EVENTS_PER_HOUR.',
    changeLimit:
      'Please look for a workload that keeps restarting, or ask an administrator to raise GWANJE_MAX_CHANGES_PER_HOUR.',
    apiUnreachable:
      'Please check that the API server works and that no network policy stands between it and the agent. The statistics of the named nodes return with the API server.',
    apiError:
      'Please check the state of the API server and of etcd. The error text names the status: 429 and 5xx mean that the server is overloaded or fails.',
    apiUnauthorized:
      'The service account was made anew, or its credentials have expired. Please apply the manifest again and restart the agent.',
    missingRight:
      'ClusterRole or ClusterRoleBinding of the manifest were changed or not applied. Please apply the manifest again. For an agent outside the cluster, check the rights of the user in its kubeconfig.',
    missingLogRight:
      'Apply the manifest that was downloaded last. If you have, check that the ClusterRole gwanje-agent-cluster still has get on pods/log. An agent outside the cluster needs the right for the user of its kubeconfig. All other data goes on.',
    apiProxyForbidden:
      'Please grant the user of the kubeconfig get on nodes/proxy, or apply the manifest to run the agent inside the cluster. Lists and states are still collected.',
    kubeletUnreachable:
      'Please check that the nodes are ready and that port 10250 of the nodes can be reached from the agent.',
    kubeletNameUnresolved:
      'Please check that the DNS of the API server or of the node resolves the name. With InternalIP first in --kubelet-preferred-address-types the API server needs no names.',
    kubeletUnauthorized:
      'Please check that the kubelets authenticate by webhook (authentication.webhook), and restart the agent.',
    kubeletTls:
      "Please use kubelet certificates signed by the cluster's authority (serverTLSBootstrap), or turn on the option in step 2 and apply the manifest again.",
    kubeletError:
      "Please look at the kubelet's log on these nodes. Often the container runtime does not answer.",
    nodeAgentsMissing:
      'Please check that the pod of gwanje-agent-node runs on these nodes: resources may be short, or the image cannot be pulled.',
    nodeWithoutStatistics: 'For virtual nodes this is as it should be: they are listed, without usage.',
    bufferFull: 'The server was out of reach for long. Once it is reached, what is left comes in.',
  },

  tokens: 'Tokens',
  tokensNote: 'The tokens themselves are not stored.',
  tokensFailed: 'The tokens could not be loaded',
  tokensEmpty: 'No token has been issued',
  tokensEmptyText: 'Downloading the manifest issues one for the cluster agent and one for the node agents.',
  token: 'Begins with',
  tokenRole: 'Role',
  issuedAt: 'Issued',
  lastUsedAt: 'Last used',
  neverUsed: 'Never used',
  revoke: 'Revoke',
  revoked: 'Revoked',
  revokeNamed: 'Revoke the token {{prefix}}',
  revokeTitle: 'Revoke a token',
  revokeText: 'Revoke the token ‘{{prefix}}…’?',
  revokeGoes: 'Agents that use it are refused within 5 seconds. This cannot be undone.',
  rotation:
    'To change the tokens, download the manifest and apply it; once both new tokens show when they were last used, revoke the old ones.',
} as const;
