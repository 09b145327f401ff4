/** Bringing a cluster in: its creation, the agent's installation and the doctor. Loaded with these pages. */
export const clusters = {
  identity: '클러스터 정보',
  identityNote: '생성한 뒤 에이전트를 설치하면 감시가 시작됩니다.',
  create: '생성하고 에이전트 설치',
  noGroups: '클러스터를 둘 그룹이 없습니다',
  noGroupsAsk: '관리하는 메타 그룹이 없습니다. 전체 관리자에게 그룹을 요청해 주세요.',
  firstSteps: '시작 단계',
  firstStep: { metaGroup: '메타 그룹', subGroup: '서브 그룹', cluster: '클러스터', agent: '에이전트 설치' },
  createGroup: { metaGroup: '메타 그룹 생성', subGroup: '서브 그룹 생성' },
  createGroupText: {
    metaGroup: '클러스터는 메타 그룹 아래의 서브 그룹에 속합니다. 먼저 메타 그룹을 생성해 주세요.',
    subGroup: '클러스터를 둘 서브 그룹을 생성해 주세요.',
  },
  nextStep: '생성하고 다음 단계로',

  platforms: '클러스터 종류',
  platform: {
    aks: 'Azure AKS 클러스터',
    eks: 'Amazon EKS 클러스터',
    gke: 'Google GKE 클러스터',
    onprem: '온프레미스 클러스터',
  },
  toMonitoring: '모니터링 열기',
  install: '설치 순서',
  installNote: '관리자 권한의 kubectl이 필요합니다.',
  stepCredentials: '클러스터에 연결',
  credentials: {
    aks: 'Azure CLI로 kubeconfig를 받습니다. 꺾쇠 안은 실제 이름으로 바꿔 주세요.',
    eks: 'AWS CLI로 kubeconfig를 받습니다. 꺾쇠 안은 실제 이름으로 바꿔 주세요.',
    gke: 'gcloud CLI로 kubeconfig를 받습니다. 꺾쇠 안은 실제 이름으로 바꿔 주세요.',
    onprem: '클러스터 관리자 kubeconfig 파일을 지정합니다. 꺾쇠 안은 실제 경로로 바꿔 주세요.',
  },
  place: {
    group: '<리소스 그룹>',
    region: '<리전>',
    project: '<프로젝트>',
    cluster: '<클러스터 이름>',
    file: '<kubeconfig 파일 경로>',
    registry: '<사내 레지스트리>',
  },
  checkContext: '연결 확인',
  stepManifest: '매니페스트 내려받기',
  stepManifestText: '이 클러스터의 토큰과 서버 주소가 들어 있는 파일입니다. 다른 클러스터에는 쓰지 마세요.',
  options: '이미지, 네임스페이스 등 바꾸기',
  registry: '레지스트리',
  registryHint: '기본 이미지를 이 레지스트리에서 받습니다.',
  registryError: '레지스트리 주소를 확인해 주세요. 예: registry.example.com:5000/gwanje',
  image: '이미지',
  imageHint: '이미지 이름 전체를 직접 정합니다.',
  imageError: '이미지 이름을 확인해 주세요. 예: registry.example.com/gwanje/agent:0.1.0',
  imageOrRegistry: '레지스트리와 이미지 중 하나만 입력해 주세요.',
  namespace: '네임스페이스',
  namespaceHint: '에이전트를 둘 네임스페이스입니다. 없으면 만들어집니다.',
  namespaceError: '소문자, 숫자, 하이픈으로 63자까지 입력해 주세요.',
  logsNotChosen:
    '이 클러스터는 로그 조회를 선택하지 않아 화면에서 컨테이너 로그를 볼 수 없습니다. 보려면 2단계의 옵션에서 ‘로그 조회 허용’을 선택해 매니페스트를 다시 내려받아 적용해 주세요.',
  proxy: '프록시',
  proxyHint: '에이전트가 관제 서버에 연결할 때 거치는 프록시입니다. Kubernetes API에는 쓰지 않습니다.',
  proxyError: '프록시 주소를 계정 없이 입력해 주세요. 예: http://proxy.example.com:3128',
  kubeletInsecure: 'kubelet 인증서를 확인하지 않음',
  kubeletInsecureHint: 'kubelet이 자체 서명 인증서를 쓰는 경우에만 선택해 주세요.',
  mayReadLogs: '로그 조회 허용',
  mayReadLogsHint:
    '클러스터 에이전트에 pods/log 권한을 추가합니다. 로그는 화면에서 열 때만 읽으며 저장하지 않습니다. 나중에 바꾸려면 매니페스트를 다시 내려받아 적용해 주세요.',
  download: '매니페스트 내려받기',
  imageUsed: '사용할 이미지:',
  manifestNotOffered: '매니페스트에는 새 토큰이 들어가므로, 변경할 수 있는 관리자만 내려받을 수 있습니다.',
  tokenIssued: '내려받을 때마다 새 토큰이 발급됩니다. 이전 토큰은 폐기할 때까지 계속 쓸 수 있습니다.',
  stepApply: '매니페스트 적용',
  stepApplyText: '내려받은 파일이 있는 폴더에서 실행합니다.',
  rollout: '배포 확인',
  note: {
    aks: '가상 노드(ACI)에는 에이전트가 설치되지 않으며, 그 노드의 통계는 수집되지 않습니다.',
    eks: 'Fargate 노드에는 에이전트가 설치되지 않으며, 그 노드의 통계는 수집되지 않습니다.',
    gke: 'Autopilot 클러스터는 노드마다 두는 에이전트를 제한할 수 있습니다. 진단 결과를 확인해 주세요.',
    onprem:
      'kubeadm 기본 설정의 kubelet은 자체 서명 인증서를 씁니다. 진단에서 인증서 문제가 나오면 2단계의 옵션을 켜고 다시 적용해 주세요.',
  },
  stepCheck: '도착 확인',
  stepCheckText: '적용하면 몇 초 안에 오른쪽 진단에 나타납니다. 이 페이지를 열어 두세요.',
  moreCommands: '그 밖의 명령',
  logs: '에이전트 로그',
  logsText: '에이전트가 무엇을 하고 있는지 봅니다.',
  restart: '에이전트 다시 시작',
  restartText: '이미지나 설정을 바꾼 뒤 에이전트를 다시 시작합니다.',
  outside: '밖에서 살펴보기',
  outsideText:
    '설치하지 않고 살펴보기만 하려면 관제 서버의 설치 폴더에서 실행합니다. 토큰은 매니페스트에서 읽습니다.',
  remove: '에이전트 제거',
  removeText: '클러스터에서 에이전트를 모두 제거합니다.',
  copy: '복사',
  copyNamed: '{{name}} 명령 복사',
  copied: '복사했습니다',
  notCopied: '복사하지 못했습니다',

  offline: '폐쇄망 설치',
  offlineNote: '인터넷에 연결되지 않은 클러스터',
  offlineBuild:
    '① 관제 서버의 설치 폴더에서 이미지 파일을 만듭니다. 인터넷도 Docker도 필요하지 않습니다. 서버와 같은 CPU 종류(amd64, arm64)의 노드에서 실행됩니다.',
  offlineBuildLabel: '이미지 파일 만들기',
  offlinePush: '② 파일을 옮긴 뒤 사내 레지스트리에 올립니다.',
  offlinePushLabel: '레지스트리에 올리기',
  offlineImport: '레지스트리가 없으면 노드마다 이미지를 넣습니다.',
  offlineImportLabel: '노드에 넣기',
  offlineThen:
    '③ 레지스트리를 썼다면 ‘매니페스트 내려받기’의 레지스트리에 그 주소를 입력하고 내려받아 적용해 주세요.',

  doctor: '설치 진단',
  doctorSteps: '설치 단계',
  checkedAt: '{{at}} 확인',
  checkFailed: '설치 상태를 확인하지 못했습니다',
  underWay: '기다리는 중',
  allWell: '정상',
  allWellText: '에이전트가 연결되어 목록과 통계가 들어오고 있습니다.',
  localUrl:
    '매니페스트의 서버 주소가 {{url}}이어서 다른 기계의 에이전트는 연결하지 못합니다. GWANJE_PUBLIC_URL을 클러스터에서 연결되는 주소로 바꾸고 서버를 다시 시작한 뒤 내려받아 주세요.',
  findingCnt: '문제 {{cnt}}건',
  notManaged: '이 클러스터를 관리할 권한이 없습니다',
  notManagedText: '에이전트 설치와 토큰은 클러스터가 속한 메타 그룹의 소유자나 전체 관리자가 관리합니다.',
  findings: '발견된 문제',
  moreNames: '외 {{cnt}}개',
  asSaid: '원문 보기',
  state: { done: '완료', waiting: '대기', failed: '실패' },
  step: {
    manifest: '토큰 발급',
    connected: '에이전트 연결',
    inventory: '객체 목록 수집',
    statistics: '통계 수집',
  },
  stepWaits: {
    manifest: '매니페스트를 내려받아 주세요',
    connected: '첫 연결을 기다립니다',
    inventory: '객체 목록을 기다립니다',
    statistics: '노드의 통계를 기다립니다',
  },
  stepCnt: {
    manifest: '유효한 토큰 {{cnt}}개',
    connected: '에이전트 {{cnt}}개',
    inventory: '객체 {{cnt}}개',
  },
  finding: {
    noValidToken: '유효한 토큰이 없습니다.',
    localServerUrl: '매니페스트의 서버 주소가 서버와 같은 기계에서만 연결되는 주소입니다.',
    noConnection: '에이전트가 아직 서버에 연결하지 않았습니다.',
    silent: '에이전트의 데이터가 5분 넘게 들어오지 않습니다.',
    inventorySilent: '노드와 파드의 상태, 이벤트가 5분 넘게 들어오지 않습니다.',
    unknownToken: '서버가 모르는 토큰으로 연결을 시도하고 있습니다.',
    revokedToken: '폐기된 토큰을 쓰는 에이전트가 있습니다.',
    wrongTokenRole: '다른 역할의 토큰을 쓰는 에이전트가 있습니다.',
    agentIdConflict: '데이터의 순서 번호가 이어지지 않아 에이전트가 새 ID로 다시 보냅니다.',
    futureClock: '미래 시각이 적힌 데이터가 거부되었습니다.',
    negativeValue: '0보다 작은 사용량이 들어와 버려졌습니다.',
    clockSkew: '에이전트의 시계가 서버와 30초 넘게 다릅니다.',
    outdatedAgent: '서버보다 오래된 버전의 에이전트가 있습니다.',
    unreadableBatches: '읽을 수 없는 데이터가 들어와 거부되었습니다.',
    tooLarge: '데이터 묶음이 너무 커서 거부되었습니다.',
    objectLimit: '객체 수 한도를 넘어 데이터가 거부되었습니다.',
    seriesLimit: '한 시간 동안 새로 생긴 객체가 한도를 넘어 데이터가 거부되었습니다.',
    eventLimit: '이벤트가 한도를 넘어 일부가 버려졌습니다.',
    changeLimit: '상태 변경이 한도를 넘어 묶어서 기록하고 있습니다.',
    apiUnreachable: '에이전트가 Kubernetes API 서버에 연결하지 못합니다.',
    apiError: 'Kubernetes API 서버가 에이전트의 요청에 오류로 답합니다.',
    apiUnauthorized: 'API 서버가 에이전트의 인증을 거부합니다.',
    missingRight: '에이전트에 필요한 권한이 없습니다.',
    missingLogRight: '로그 조회를 선택한 매니페스트를 내려받았지만, API 서버가 로그를 읽지 못하게 합니다.',
    apiProxyForbidden: '클러스터 밖의 에이전트에 nodes/proxy 권한이 없어 노드의 통계를 읽지 못합니다.',
    kubeletUnreachable: 'kubelet에 연결하지 못하는 노드가 있습니다.',
    kubeletNameUnresolved: '이름을 찾지 못해 통계를 읽을 수 없는 노드가 있습니다.',
    kubeletUnauthorized: 'kubelet이 에이전트의 인증을 거부합니다.',
    kubeletTls: 'kubelet의 인증서를 믿을 수 없어 통계를 읽지 못합니다.',
    kubeletError: 'kubelet이 통계 요청에 오류로 답합니다.',
    nodeAgentsMissing: '통계가 들어오지 않는 노드가 있습니다.',
    nodeWithoutStatistics: '에이전트를 둘 수 없어 통계가 없는 노드가 있습니다.',
    bufferFull: '에이전트의 임시 저장 공간이 가득 차 오래된 데이터가 버려졌습니다.',
  },
  remedy: {
    noValidToken: '발급한 토큰이 모두 폐기되었습니다. 매니페스트를 새로 내려받아 적용해 주세요.',
    localServerUrl:
      '다른 기계의 에이전트는 이 주소로 연결하지 못합니다. 관리자에게 GWANJE_PUBLIC_URL을 클러스터에서 연결되는 주소로 바꿔 달라고 요청하고, 매니페스트를 새로 내려받아 적용해 주세요.',
    noConnection:
      '매니페스트를 적용했는지, 에이전트 파드가 실행 중인지, 클러스터에서 위의 관제 서버 주소로 나가는 연결이 방화벽이나 프록시에 막히지 않는지 확인해 주세요.',
    silent:
      '에이전트 파드가 실행 중인지, 관제 서버로 나가는 연결이 끊기지 않았는지 확인해 주세요. 다시 연결되면 밀린 데이터가 이어서 들어옵니다.',
    inventorySilent:
      '노드 에이전트의 사용량만 들어오고 있습니다. gwanje-agent-cluster 디플로이먼트의 파드가 실행 중인지, 자원이 부족하거나 이미지를 받지 못하지 않는지 확인해 주세요.',
    unknownToken:
      '토큰이 잘못 복사되었거나 다른 시스템의 매니페스트입니다. 이 페이지에서 매니페스트를 새로 내려받아 적용해 주세요.',
    revokedToken:
      '매니페스트를 새로 내려받아 적용해 주세요. 적용하면 실행 중인 에이전트가 1~2분 안에 새 토큰을 씁니다.',
    wrongTokenRole:
      '클러스터 에이전트와 노드 에이전트는 토큰이 서로 다릅니다. 매니페스트를 새로 내려받아 적용해 주세요. 클러스터 밖에서 실행하는 에이전트에는 gwanje-agent-cluster 시크릿의 토큰을 써 주세요.',
    agentIdConflict:
      '연결이 오래 끊겼거나 서버를 백업에서 복원한 뒤라면 저절로 해결됩니다. 계속되면 토큰이 유출되었을 수 있으니 매니페스트를 새로 내려받아 적용하고 이전 토큰을 폐기해 주세요.',
    futureClock: '노드의 시각 동기화(NTP, chrony)를 확인해 주세요. 시각이 맞으면 다시 수집됩니다.',
    negativeValue:
      '에이전트 이미지가 이 시스템의 것인지, kubelet의 통계가 올바른지 확인해 주세요. 짐작 가는 원인이 없으면 토큰이 유출되었을 수 있으니 매니페스트를 새로 내려받아 적용하고 이전 토큰을 폐기해 주세요.',
    clockSkew:
      '노드의 시각 동기화(NTP, chrony)를 확인해 주세요. 시계가 틀리면 알람이 늦거나 잘못된 시각에 기록됩니다.',
    outdatedAgent: '매니페스트를 새로 내려받아 적용하면 서버와 같은 버전으로 바뀝니다.',
    unreadableBatches:
      '중간의 프록시가 내용을 바꾸지 않는지, 에이전트 이미지가 이 시스템의 것인지 확인해 주세요.',
    tooLarge: '중간의 프록시가 내용을 바꾸지 않는지 확인하고, 에이전트를 서버와 같은 버전으로 올려 주세요.',
    objectLimit:
      '필요 없는 파드와 완료된 잡을 정리하거나, 관리자에게 GWANJE_MAX_OBJECTS_PER_CLUSTER를 늘려 달라고 요청해 주세요.',
    seriesLimit:
      '파드를 끝없이 새로 만드는 워크로드가 있는지 확인하거나, 관리자에게 GWANJE_MAX_NEW_OBJECTS_PER_HOUR를 늘려 달라고 요청해 주세요.',
    eventLimit:
      '같은 이벤트를 계속 만드는 워크로드를 확인하거나, 관리자에게 GWANJE_MAX_EVENTS_PER_HOUR를 늘려 달라고 요청해 주세요.',
    changeLimit:
      '계속 재시작하는 워크로드를 확인하거나, 관리자에게 GWANJE_MAX_CHANGES_PER_HOUR를 늘려 달라고 요청해 주세요.',
    apiUnreachable:
      'API 서버가 동작하는지, 에이전트 파드에서 API 서버로 가는 연결이 네트워크 정책에 막히지 않는지 확인해 주세요. 이름이 표시된 노드의 통계는 API 서버가 돌아오면 다시 들어옵니다.',
    apiError:
      'API 서버와 etcd의 상태를 확인해 주세요. 오류 내용의 상태 코드가 429나 5xx이면 API 서버가 과부하이거나 장애 상태입니다.',
    apiUnauthorized:
      '서비스 계정이 다시 만들어졌거나 자격 증명이 만료되었습니다. 매니페스트를 다시 적용하고 에이전트를 다시 시작해 주세요.',
    missingRight:
      '매니페스트의 ClusterRole과 ClusterRoleBinding이 바뀌었거나 적용되지 않았습니다. 매니페스트를 다시 적용해 주세요. 클러스터 밖에서 실행하는 에이전트는 kubeconfig 사용자의 권한을 확인해 주세요.',
    missingLogRight:
      '마지막으로 내려받은 매니페스트를 적용해 주세요. 적용했다면 gwanje-agent-cluster의 ClusterRole에 pods/log의 get 권한이 남아 있는지 확인해 주세요. 클러스터 밖에서 실행하는 에이전트는 kubeconfig의 사용자에게 이 권한이 필요합니다. 다른 데이터는 계속 수집됩니다.',
    apiProxyForbidden:
      'kubeconfig의 사용자에게 nodes/proxy의 get 권한을 주거나, 매니페스트를 적용해 에이전트를 클러스터 안에서 실행해 주세요. 목록과 상태는 계속 수집됩니다.',
    kubeletUnreachable:
      '노드가 준비 상태인지, 에이전트 파드에서 노드의 10250 포트로 가는 연결이 막히지 않는지 확인해 주세요.',
    kubeletNameUnresolved:
      'API 서버나 노드의 DNS가 이 노드의 이름을 찾는지 확인해 주세요. API 서버의 --kubelet-preferred-address-types에서 InternalIP를 앞에 두면 이름 없이 연결합니다.',
    kubeletUnauthorized:
      'kubelet의 웹훅 인증(authentication.webhook)이 켜져 있는지 확인하고, 에이전트를 다시 시작해 주세요.',
    kubeletTls:
      '클러스터 CA로 서명한 kubelet 인증서(serverTLSBootstrap)를 쓰거나, 2단계의 ‘kubelet 인증서를 확인하지 않음’을 켜고 매니페스트를 다시 적용해 주세요.',
    kubeletError:
      '해당 노드의 kubelet 로그를 확인해 주세요. 컨테이너 런타임이 응답하지 않을 때 자주 발생합니다.',
    nodeAgentsMissing:
      '해당 노드에 gwanje-agent-node 파드가 실행 중인지 확인해 주세요. 자원이 부족하거나 이미지를 받지 못했을 수 있습니다.',
    nodeWithoutStatistics: '가상 노드는 정상입니다. 목록과 상태는 수집되지만 사용량은 표시되지 않습니다.',
    bufferFull: '서버와의 연결이 오래 끊겨 있었습니다. 연결을 복구하면 남은 데이터부터 이어서 들어옵니다.',
  },

  tokens: '토큰',
  tokensNote: '비밀 값은 어디에도 저장되지 않습니다.',
  tokensFailed: '토큰을 불러오지 못했습니다',
  tokensEmpty: '발급된 토큰이 없습니다',
  tokensEmptyText: '매니페스트를 내려받으면 클러스터 에이전트와 노드 에이전트의 토큰이 하나씩 발급됩니다.',
  token: '토큰 앞부분',
  tokenRole: '역할',
  issuedAt: '발급',
  lastUsedAt: '마지막 사용',
  neverUsed: '사용한 적 없음',
  revoke: '폐기',
  revoked: '폐기됨',
  revokeNamed: '{{prefix}} 토큰 폐기',
  revokeTitle: '토큰 폐기',
  revokeText: '‘{{prefix}}…’ 토큰을 폐기하시겠습니까?',
  revokeGoes: '이 토큰을 쓰는 에이전트의 데이터는 5초 안에 거부됩니다. 되돌릴 수 없습니다.',
  rotation:
    '토큰을 바꾸려면 매니페스트를 새로 내려받아 적용하고, 새 토큰 두 개의 마지막 사용 시각이 나타나면 이전 토큰을 폐기해 주세요.',
} as const;
