{{/*
Interprets the kustomizations below k8s/: resources, configMapGenerator and patches in JSON Patch form. `node` collects the
result: `objects` is a list of Kubernetes objects, `maps` contains the generated ConfigMaps by name.
*/}}

{{/* Adds the objects of a folder with a kustomization.yaml to the node, and applies its patches. */}}
{{- define "holdfast.addFolder" -}}
{{- $files := .files -}}
{{- $node := .node -}}
{{- $folder := .folder -}}
{{- $kustomization := include "holdfast.readFile" (dict "files" $files "path" (printf "%s/kustomization.yaml" $folder)) | fromYaml -}}
{{- range $key, $_ := $kustomization -}}
  {{- if not (has $key (list "apiVersion" "kind" "resources" "configMapGenerator" "patches")) -}}
    {{- fail (printf "%s/kustomization.yaml: this chart does not support %s" $folder $key) -}}
  {{- end -}}
{{- end -}}
{{- range $kustomization.resources -}}
  {{- range splitList "\n---\n" (include "holdfast.readFile" (dict "files" $files "path" (printf "%s/%s" $folder .))) -}}
    {{- $object := fromYaml . -}}
    {{- if hasKey $object "Error" -}}{{- fail (printf "%s: %s" $folder $object.Error) -}}{{- end -}}
    {{- $_ := set $node "objects" (append $node.objects $object) -}}
  {{- end -}}
{{- end -}}
{{- range $kustomization.configMapGenerator -}}
  {{- include "holdfast.generateConfigMap" (dict "files" $files "node" $node "folder" $folder "entry" .) -}}
{{- end -}}
{{- range $kustomization.patches -}}
  {{- include "holdfast.patch" (dict "node" $node "target" .target "operations" (fromYamlArray .patch)) -}}
{{- end -}}
{{- end -}}

{{- define "holdfast.readFile" -}}
{{- $text := .files.Get .path -}}
{{- if not $text -}}{{- fail (printf "%s does not exist" .path) -}}{{- end -}}
{{- $text -}}
{{- end -}}

{{/* Creates or extends a ConfigMap from settings files, literals and files. Ignores extensions of a ConfigMap that does not exist. */}}
{{- define "holdfast.generateConfigMap" -}}
{{- $files := .files -}}
{{- $folder := .folder -}}
{{- $maps := .node.maps -}}
{{- $entry := .entry -}}
{{- if ne (default "create" $entry.behavior) "merge" -}}
  {{- $options := default (dict) $entry.options -}}
  {{- $map := dict "data" (dict) "labels" (default (dict) $options.labels) "hashed" (not $options.disableNameSuffixHash) -}}
  {{- $_ := set $maps $entry.name $map -}}
{{- end -}}
{{- if hasKey $maps $entry.name -}}
  {{- $data := (get $maps $entry.name).data -}}
  {{- $lines := default (list) $entry.literals -}}
  {{- range $entry.envs -}}
    {{- $text := include "holdfast.readFile" (dict "files" $files "path" (printf "%s/%s" $folder .)) -}}
    {{- $lines = concat $lines (splitList "\n" $text) -}}
  {{- end -}}
  {{- range $lines -}}
    {{- if and . (not (hasPrefix "#" .)) -}}
      {{- $parts := splitn "=" 2 . -}}
      {{- $_ := set $data $parts._0 $parts._1 -}}
    {{- end -}}
  {{- end -}}
  {{- range $entry.files -}}
    {{- $text := include "holdfast.readFile" (dict "files" $files "path" (printf "%s/%s" $folder .)) -}}
    {{- $_ := set $data (base .) $text -}}
  {{- end -}}
{{- end -}}
{{- end -}}

{{/* Applies JSON Patch operations to all objects that match the target (kind, name, labelSelector KEY=VALUE). */}}
{{- define "holdfast.patch" -}}
{{- $operations := .operations -}}
{{- $target := default (dict) .target -}}
{{- range $object := .node.objects -}}
  {{- $matches := regexMatch (printf "^(%s)$" (default ".*" $target.kind)) $object.kind -}}
  {{- $matches = and $matches (regexMatch (printf "^(%s)$" (default ".*" $target.name)) $object.metadata.name) -}}
  {{- if $target.labelSelector -}}
    {{- $parts := splitn "=" 2 $target.labelSelector -}}
    {{- $matches = and $matches (eq (get (default (dict) $object.metadata.labels) $parts._0) $parts._1) -}}
  {{- end -}}
  {{- if $matches -}}
    {{- range $operations -}}
      {{- include "holdfast.operate" (dict "object" $object "operation" .) -}}
    {{- end -}}
  {{- end -}}
{{- end -}}
{{- end -}}

{{/* Applies one JSON Patch operation (add, replace, remove) to an object. */}}
{{- define "holdfast.operate" -}}
{{- $operation := .operation -}}
{{- $what := printf "%s of %s in %s/%s" $operation.op $operation.path .object.kind .object.metadata.name -}}
{{- if not (has $operation.op (list "add" "replace" "remove")) -}}{{- fail (printf "%s is not supported" $what) -}}{{- end -}}
{{- $keys := list -}}
{{- range rest (splitList "/" $operation.path) -}}
  {{- $keys = append $keys (. | replace "~1" "/" | replace "~0" "~") -}}
{{- end -}}
{{- $parent := dict -}}
{{- $parentKey := "" -}}
{{- $at := .object -}}
{{- range initial $keys -}}
  {{- $parent = $at -}}
  {{- $parentKey = . -}}
  {{- if kindIs "slice" $at -}}{{- $at = index $at (int .) -}}{{- else -}}{{- $at = get $at . -}}{{- end -}}
{{- end -}}
{{- $key := last $keys -}}
{{- if kindIs "slice" $at -}}
  {{- $items := list -}}
  {{- if eq $key "-" -}}
    {{- if ne $operation.op "add" -}}{{- fail (printf "%s is not supported" $what) -}}{{- end -}}
    {{- $items = append $at (deepCopy $operation.value) -}}
  {{- else -}}
    {{- if or (eq $operation.op "add") (ge (int $key) (len $at)) -}}{{- fail (printf "%s is not supported" $what) -}}{{- end -}}
    {{- range $position, $item := $at -}}
      {{- if ne $position (int $key) -}}
        {{- $items = append $items $item -}}
      {{- else if eq $operation.op "replace" -}}
        {{- $items = append $items (deepCopy $operation.value) -}}
      {{- end -}}
    {{- end -}}
  {{- end -}}
  {{- $_ := set $parent $parentKey $items -}}
{{- else if kindIs "map" $at -}}
  {{- if and (ne $operation.op "add") (not (hasKey $at $key)) -}}{{- fail (printf "%s: there is no such field" $what) -}}{{- end -}}
  {{- if eq $operation.op "remove" -}}
    {{- $_ := unset $at $key -}}
  {{- else -}}
    {{- $_ := set $at $key (deepCopy $operation.value) -}}
  {{- end -}}
{{- else -}}
  {{- fail (printf "%s: there is no such field" $what) -}}
{{- end -}}
{{- end -}}
