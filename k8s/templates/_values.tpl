{{/* Applies the values of the chart to the objects that the kustomizations describe. */}}

{{/* Merges the settings of a service into its ConfigMap. */}}
{{- define "holdfast.applySettings" -}}
{{- $node := .node -}}
{{- range $name, $service := .values.services -}}
  {{- if hasKey $node.maps $name -}}
    {{- range $setting, $value := $service.settings -}}
      {{- $text := ternary $value (toJson $value) (kindIs "string" $value) -}}
      {{- $_ := set (get $node.maps $name).data $setting $text -}}
    {{- end -}}
  {{- end -}}
{{- end -}}
{{- end -}}

{{/* Turns the generated ConfigMaps into objects. */}}
{{- define "holdfast.addConfigMaps" -}}
{{- $node := .node -}}
{{- range $name, $map := $node.maps -}}
  {{- $metadata := dict "name" $name -}}
  {{- if $map.labels -}}{{- $_ := set $metadata "labels" $map.labels -}}{{- end -}}
  {{- $object := dict "apiVersion" "v1" "kind" "ConfigMap" "metadata" $metadata "data" $map.data -}}
  {{- $_ := set $node "objects" (append $node.objects $object) -}}
{{- end -}}
{{- end -}}

{{/* Removes the objects of services that are turned off, and the namespace unless the chart must create it. */}}
{{- define "holdfast.removeUnused" -}}
{{- $values := .values -}}
{{- $kept := list -}}
{{- range $object := .node.objects -}}
  {{- $name := get (default (dict) $object.metadata.labels) "app.kubernetes.io/name" -}}
  {{- $service := default (dict "enabled" true) (get $values.services $name) -}}
  {{- if and $service.enabled (or $values.createNamespace (ne $object.kind "Namespace")) -}}
    {{- $kept = append $kept $object -}}
  {{- end -}}
{{- end -}}
{{- $_ := set .node "objects" $kept -}}
{{- end -}}

{{- define "holdfast.applyValues" -}}
{{- $values := .values -}}
{{- range $object := .node.objects -}}
  {{- $name := $object.metadata.name -}}
  {{- $service := get $values.services $name -}}
  {{- $context := dict "object" $object "values" $values "service" $service -}}
  {{- if and $service (eq $object.kind "Deployment") -}}
    {{- include "holdfast.applyToDeployment" $context -}}
  {{- else if eq $object.kind "CronJob" -}}
    {{- include "holdfast.applyToJob" $context -}}
  {{- else if and $service (eq $object.kind "ServiceAccount") $service.serviceAccountAnnotations -}}
    {{- $_ := set $object.metadata "annotations" $service.serviceAccountAnnotations -}}
  {{- else if eq $object.kind "NetworkPolicy" -}}
    {{- include "holdfast.applyToNetworkPolicy" $context -}}
  {{- else if eq $object.kind "HorizontalPodAutoscaler" -}}
    {{- with $values.autoscaling.minReplicas -}}{{- $_ := set $object.spec "minReplicas" . -}}{{- end -}}
    {{- with $values.autoscaling.maxReplicas -}}{{- $_ := set $object.spec "maxReplicas" . -}}{{- end -}}
  {{- else if eq $object.kind "StatefulSet" -}}
    {{- $claim := first $object.spec.volumeClaimTemplates -}}
    {{- include "holdfast.applyStorage" (dict "claim" $claim "storage" (get $values.storage $name)) -}}
  {{- else if eq $object.kind "PersistentVolumeClaim" -}}
    {{- include "holdfast.applyStorage" (dict "claim" $object "storage" (get $values.storage (trimPrefix "holdfast-" $name))) -}}
  {{- else if eq $object.kind "Ingress" -}}
    {{- include "holdfast.applyToIngress" $context -}}
  {{- else if eq $object.kind "HTTPRoute" -}}
    {{- $_ := set $object.spec "hostnames" (list (get $values.hosts $name)) -}}
    {{- $_ := set $object.spec "parentRefs" (list (dict "name" $values.gateway.name "namespace" $values.gateway.namespace)) -}}
  {{- else if has $object.kind (list "PodMonitor" "PrometheusRule") -}}
    {{- include "holdfast.applyToMonitoring" $context -}}
  {{- end -}}
{{- end -}}
{{- end -}}

{{- define "holdfast.applyToDeployment" -}}
{{- $service := .service -}}
{{- $pod := .object.spec.template.spec -}}
{{- $container := first $pod.containers -}}
{{- with $service.replicas -}}{{- $_ := set $.object.spec "replicas" . -}}{{- end -}}
{{- with $service.resources -}}{{- $_ := set $container "resources" (mergeOverwrite $container.resources (deepCopy .)) -}}{{- end -}}
{{- include "holdfast.setSecretFiles" (dict "container" $container "files" $service.secretFiles "folder" "holdfast") -}}
{{- range $field, $value := pick $service "nodeSelector" "tolerations" "affinity" -}}
  {{- if $value -}}{{- $_ := set $pod $field $value -}}{{- end -}}
{{- end -}}
{{- end -}}

{{/* Sets the settings that are read from files of a secret. `folder` is below /run/secrets. Replaces settings of the same
name, and removes a setting if the file name is empty. */}}
{{- define "holdfast.setSecretFiles" -}}
{{- $container := .container -}}
{{- $folder := .folder -}}
{{- range $setting, $file := .files -}}
  {{- $name := printf "%s_FILE" $setting -}}
  {{- $kept := list -}}
  {{- range $container.env -}}{{- if ne .name $name -}}{{- $kept = append $kept . -}}{{- end -}}{{- end -}}
  {{- if $file -}}
    {{- $value := printf "/run/secrets/%s/%s" $folder $file -}}
    {{- $kept = append $kept (dict "name" $name "value" $value) -}}
  {{- end -}}
  {{- $_ := set $container "env" $kept -}}
{{- end -}}
{{- end -}}

{{/* Adds the secret files of both services to the jobs of the component `backup`. */}}
{{- define "holdfast.applyToJob" -}}
{{- $container := first .object.spec.jobTemplate.spec.template.spec.containers -}}
{{- $services := .values.services -}}
{{- $repositoryFiles := (get $services "repository-service").secretFiles -}}
{{- $others := omit (get $services "config-service").secretFiles "DATABASE_URL" "DATABASE_CA" -}}
{{- range $setting, $_ := $repositoryFiles -}}{{- $others = omit $others $setting -}}{{- end -}}
{{- range $container.env -}}{{- $others = omit $others (trimSuffix "_FILE" .name) -}}{{- end -}}
{{- include "holdfast.setSecretFiles" (dict "container" $container "files" $others "folder" "config-service") -}}
{{- include "holdfast.setSecretFiles" (dict "container" $container "files" $repositoryFiles "folder" "holdfast") -}}
{{- end -}}

{{- define "holdfast.applyToNetworkPolicy" -}}
{{- $values := .values -}}
{{- $services := list -}}
{{- if .service -}}{{- $services = append $services .service -}}{{- end -}}
{{- /* The jobs of the component `backup` connect to the databases and stores of both services. */ -}}
{{- if eq .object.metadata.name "cli" -}}
  {{- $services = list (get $values.services "repository-service") (get $values.services "config-service") -}}
{{- end -}}
{{- range $services -}}
  {{- $rule := first $.object.spec.egress -}}
  {{- range .egressPorts -}}
    {{- $port := dict "protocol" "TCP" "port" . -}}
    {{- if not (has $port $rule.ports) -}}{{- $_ := set $rule "ports" (append $rule.ports $port) -}}{{- end -}}
  {{- end -}}
{{- end -}}
{{- range .object.spec.ingress -}}
  {{- range .from -}}
    {{- if hasKey . "namespaceSelector" -}}
      {{- $_ := set .namespaceSelector.matchLabels "kubernetes.io/metadata.name" $values.monitoring.namespace -}}
    {{- end -}}
  {{- end -}}
{{- end -}}
{{- end -}}

{{- define "holdfast.applyStorage" -}}
{{- $claim := .claim -}}
{{- with .storage -}}
  {{- if .size -}}{{- $_ := set $claim.spec.resources.requests "storage" .size -}}{{- end -}}
  {{- if .className -}}{{- $_ := set $claim.spec "storageClassName" .className -}}{{- end -}}
  {{- if .accessMode -}}{{- $_ := set $claim.spec "accessModes" (list .accessMode) -}}{{- end -}}
{{- end -}}
{{- end -}}

{{- define "holdfast.applyToIngress" -}}
{{- $values := .values -}}
{{- $spec := .object.spec -}}
{{- $rules := list -}}
{{- $hosts := list -}}
{{- range $spec.rules -}}
  {{- $name := (first .http.paths).backend.service.name -}}
  {{- if (get $values.services $name).enabled -}}
    {{- $host := get $values.hosts $name -}}
    {{- $hosts = append $hosts $host -}}
    {{- $rules = append $rules (set . "host" $host) -}}
  {{- end -}}
{{- end -}}
{{- $_ := set $spec "rules" $rules -}}
{{- $_ := set $spec "tls" (list (dict "hosts" $hosts "secretName" $values.ingress.tlsSecret)) -}}
{{- $_ := set $spec "ingressClassName" $values.ingress.className -}}
{{- range $annotation, $value := $values.ingress.annotations -}}
  {{- $_ := set $.object.metadata.annotations $annotation $value -}}
{{- end -}}
{{- end -}}

{{- define "holdfast.applyToMonitoring" -}}
{{- $monitoring := .values.monitoring -}}
{{- range $label, $value := $monitoring.labels -}}{{- $_ := set $.object.metadata.labels $label $value -}}{{- end -}}
{{- if $monitoring.runbookAddress -}}
  {{- range .object.spec.groups -}}
    {{- range .rules -}}
      {{- $anchor := last (splitList "#" .annotations.runbook_url) -}}
      {{- $_ := set .annotations "runbook_url" (printf "%s#%s" $monitoring.runbookAddress $anchor) -}}
    {{- end -}}
  {{- end -}}
{{- end -}}
{{- end -}}

{{/* Sets images and image pull secrets, and appends to the name of each generated ConfigMap a hash of its content. */}}
{{- define "holdfast.finish" -}}
{{- $node := .node -}}
{{- $values := .values -}}
{{- $names := dict -}}
{{- range $object := $node.objects -}}
  {{- $map := get $node.maps $object.metadata.name -}}
  {{- if and (eq $object.kind "ConfigMap") $map -}}
    {{- if $map.hashed -}}
      {{- $hashed := printf "%s-%s" $object.metadata.name (toJson $object.data | sha256sum | trunc 10) -}}
      {{- $_ := set $names $object.metadata.name $hashed -}}
      {{- $_ := set $object.metadata "name" $hashed -}}
    {{- end -}}
  {{- end -}}
{{- end -}}
{{- range $object := $node.objects -}}
  {{- if ne $object.kind "Namespace" -}}{{- $_ := set $object.metadata "namespace" $.namespace -}}
  {{- else -}}{{- $_ := set $object.metadata "name" $.namespace -}}{{- end -}}
  {{- $template := dict -}}
  {{- if has $object.kind (list "Deployment" "StatefulSet" "Job") -}}{{- $template = $object.spec.template -}}
  {{- else if eq $object.kind "CronJob" -}}{{- $template = $object.spec.jobTemplate.spec.template -}}{{- end -}}
  {{- with $template.spec -}}
    {{- $pod := . -}}
    {{- if $values.imagePullSecrets -}}
      {{- $secrets := list -}}
      {{- range $values.imagePullSecrets -}}{{- $secrets = append $secrets (dict "name" .) -}}{{- end -}}
      {{- $_ := set $pod "imagePullSecrets" $secrets -}}
    {{- end -}}
    {{- range $container := concat .containers (default (list) .initContainers) -}}
      {{- $image := first (splitList ":" $container.image) -}}
      {{- with get $values.images $image -}}{{- $_ := set $container "image" . -}}{{- end -}}
      {{- range $container.envFrom -}}
        {{- with .configMapRef -}}{{- $_ := set . "name" (default .name (get $names .name)) -}}{{- end -}}
      {{- end -}}
    {{- end -}}
    {{- range .volumes -}}
      {{- with .configMap -}}{{- $_ := set . "name" (default .name (get $names .name)) -}}{{- end -}}
    {{- end -}}
  {{- end -}}
{{- end -}}
{{- end -}}
