{{- /* The name of a StatefulSet has at most 52 characters: its pods get a label with the name and a hash. */ -}}
{{- define "gwanje.name" -}}
{{- .Release.Name | trunc 36 | trimSuffix "-" -}}
{{- end -}}

{{- /* The argument of the helpers below is a dict: root (the whole scope) and component. */ -}}
{{- define "gwanje.selectorLabels" -}}
app.kubernetes.io/name: gwanje
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{- define "gwanje.labels" -}}
{{ include "gwanje.selectorLabels" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end -}}

{{- define "gwanje.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}

{{- define "gwanje.metricsUrls" -}}
{{- if .Values.metrics.urls -}}
{{ join "," .Values.metrics.urls }}
{{- else -}}
{{- $urls := list -}}
{{- range $index := until (int .Values.victoriametrics.replicas) -}}
{{- $urls = append $urls (printf "http://%s-victoriametrics-%d.%s-victoriametrics:8428" (include "gwanje.name" $) $index (include "gwanje.name" $)) -}}
{{- end -}}
{{ join "," $urls }}
{{- end -}}
{{- end -}}

{{- define "gwanje.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end -}}

{{- define "gwanje.podSecurity" -}}
runAsNonRoot: true
runAsUser: 65532
runAsGroup: 65532
fsGroup: 65532
fsGroupChangePolicy: OnRootMismatch
seccompProfile:
  type: RuntimeDefault
{{- end -}}

{{- /* A node that is being emptied does not count, else its pod could go nowhere. */ -}}
{{- define "gwanje.spread" -}}
- maxSkew: 1
  topologyKey: topology.kubernetes.io/zone
  whenUnsatisfiable: {{ .root.Values.spread.zones }}
  nodeTaintsPolicy: Honor
  labelSelector:
    matchLabels:
      {{- include "gwanje.selectorLabels" . | nindent 6 }}
- maxSkew: 1
  topologyKey: kubernetes.io/hostname
  whenUnsatisfiable: {{ .root.Values.spread.nodes }}
  nodeTaintsPolicy: Honor
  labelSelector:
    matchLabels:
      {{- include "gwanje.selectorLabels" . | nindent 6 }}
{{- end -}}

{{- define "gwanje.envFrom" -}}
- configMapRef:
    name: {{ include "gwanje.name" . }}-settings
- secretRef:
    name: {{ .Values.secretName }}
{{- end -}}

{{- /* Nothing kills a process that migrates a large database or reads its files: for 15 minutes. */ -}}
{{- define "gwanje.startupProbe" -}}
httpGet:
  path: {{ . }}
  port: http
periodSeconds: 2
failureThreshold: 450
{{- end -}}

{{- define "gwanje.outsideEgress" -}}
- ports:
    {{- range .Values.networkPolicies.outsidePorts }}
    - port: {{ . }}
    {{- end }}
{{- end -}}

{{- /* Who reaches a site. */ -}}
{{- define "gwanje.siteClients" -}}
- namespaceSelector:
    matchLabels:
      {{- toYaml .Values.networkPolicies.ingressController.namespaceLabels | nindent 6 }}
{{- with .Values.networkPolicies.ingressController.networks }}
{{- include "gwanje.networks" . }}
{{- end }}
{{- with .Values.networkPolicies.otherNamespaces }}
- namespaceSelector:
    matchExpressions:
      - key: kubernetes.io/metadata.name
        operator: In
        values:
          {{- toYaml . | nindent 10 }}
{{- end }}
{{- end -}}

{{- define "gwanje.databaseEgress" -}}
- ports:
    - port: {{ .Values.database.port }}
  {{- with .Values.database.networks }}
  to:
    {{- include "gwanje.networks" . | nindent 4 }}
  {{- end }}
{{- end -}}

{{- define "gwanje.nameEgress" -}}
- ports:
    - port: 53
      protocol: UDP
    - port: 53
      protocol: TCP
{{- end -}}

{{- define "gwanje.networks" -}}
{{- range . }}
- ipBlock:
    cidr: {{ . | quote }}
{{- end }}
{{- end -}}
