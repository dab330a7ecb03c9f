// Judges Kubernetes objects as an API server does when they are created: decoded strictly, defaulted, converted, and
// validated by Kubernetes' own code; and pods by its own Pod Security standard "restricted". YAML documents come on
// standard input; {"objects": […], "faults": ["Kind/name: …"]} goes to standard output.
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	serializer "k8s.io/apimachinery/pkg/runtime/serializer/json"
	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	"k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/apiserver/pkg/registry/rest"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	_ "k8s.io/kubernetes/pkg/apis/apps/install"
	_ "k8s.io/kubernetes/pkg/apis/autoscaling/install"
	_ "k8s.io/kubernetes/pkg/apis/batch/install"
	_ "k8s.io/kubernetes/pkg/apis/core/install"
	_ "k8s.io/kubernetes/pkg/apis/networking/install"
	_ "k8s.io/kubernetes/pkg/apis/policy/install"
	"k8s.io/kubernetes/pkg/registry/apps/deployment"
	"k8s.io/kubernetes/pkg/registry/apps/statefulset"
	"k8s.io/kubernetes/pkg/registry/autoscaling/horizontalpodautoscaler"
	"k8s.io/kubernetes/pkg/registry/batch/cronjob"
	"k8s.io/kubernetes/pkg/registry/batch/job"
	"k8s.io/kubernetes/pkg/registry/core/configmap"
	"k8s.io/kubernetes/pkg/registry/core/namespace"
	"k8s.io/kubernetes/pkg/registry/core/persistentvolumeclaim"
	"k8s.io/kubernetes/pkg/registry/core/secret"
	"k8s.io/kubernetes/pkg/registry/core/service"
	"k8s.io/kubernetes/pkg/registry/core/serviceaccount"
	"k8s.io/kubernetes/pkg/registry/networking/ingress"
	"k8s.io/kubernetes/pkg/registry/networking/networkpolicy"
	"k8s.io/kubernetes/pkg/registry/policy/poddisruptionbudget"
	psa "k8s.io/pod-security-admission/api"
	"k8s.io/pod-security-admission/policy"
	"sigs.k8s.io/yaml"
)

// How the API server creates objects of each kind.
var strategies = map[string]rest.RESTCreateStrategy{
	"apps/v1/Deployment":                     deployment.Strategy,
	"apps/v1/StatefulSet":                    statefulset.Strategy,
	"autoscaling/v2/HorizontalPodAutoscaler": horizontalpodautoscaler.Strategy,
	"batch/v1/CronJob":                       cronjob.Strategy,
	"batch/v1/Job":                           job.Strategy,
	"v1/ConfigMap":                           configmap.Strategy,
	"v1/Namespace":                           namespace.Strategy,
	"v1/PersistentVolumeClaim":               persistentvolumeclaim.Strategy,
	"v1/Secret":                              secret.Strategy,
	"v1/Service":                             service.Strategy,
	"v1/ServiceAccount":                      serviceaccount.Strategy,
	"networking.k8s.io/v1/Ingress":           ingress.Strategy,
	"networking.k8s.io/v1/NetworkPolicy":     networkpolicy.Strategy,
	"policy/v1/PodDisruptionBudget":          poddisruptionbudget.Strategy,
}

type verdict struct {
	Objects []json.RawMessage `json:"objects"`
	Faults  []string          `json:"faults"`
}

func main() {
	result := verdict{Objects: []json.RawMessage{}, Faults: []string{}}
	reader := utilyaml.NewYAMLReader(bufio.NewReader(os.Stdin))
	for {
		document, err := reader.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			result.Faults = append(result.Faults, err.Error())
			break
		}
		if len(bytes.TrimSpace(document)) > 0 {
			result.judge(document)
		}
	}
	if err := json.NewEncoder(os.Stdout).Encode(result); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func (result *verdict) judge(document []byte) {
	raw, err := yaml.YAMLToJSONStrict(document)
	if err != nil {
		result.Faults = append(result.Faults, err.Error())
		return
	}
	result.Objects = append(result.Objects, raw)
	var named metav1.PartialObjectMetadata
	_ = json.Unmarshal(raw, &named)
	id := named.APIVersion + "/" + named.Kind
	for _, fault := range faultsOf(id, document) {
		result.Faults = append(result.Faults, fmt.Sprintf("%s/%s: %s", named.Kind, named.Name, fault))
	}
}

func faultsOf(id string, document []byte) []string {
	strategy, known := strategies[id]
	if !known {
		return []string{"not a kind this check knows: " + id}
	}
	scheme := legacyscheme.Scheme
	options := serializer.SerializerOptions{Yaml: true, Strict: true}
	object, kind, err := serializer.NewSerializerWithOptions(serializer.DefaultMetaFactory, scheme, scheme, options).
		Decode(document, nil, nil)
	if err != nil {
		return []string{err.Error()}
	}
	faults := podFaults(object)
	scheme.Default(object)
	internal, err := scheme.ConvertToVersion(object, schema.GroupVersion{Group: kind.Group, Version: runtime.APIVersionInternal})
	if err != nil {
		return append(faults, err.Error())
	}
	if accessor, err := meta.Accessor(internal); err == nil {
		rest.FillObjectMetaSystemFields(accessor)
	}
	if err := rest.BeforeCreate(strategy, contextOf(strategy, object), internal); err != nil {
		faults = append(faults, err.Error())
	}
	return faults
}

func contextOf(strategy rest.RESTCreateStrategy, object runtime.Object) context.Context {
	if !strategy.NamespaceScoped() {
		return request.WithNamespace(request.NewContext(), "")
	}
	accessor := object.(metav1.Object)
	return request.WithNamespace(request.NewContext(), accessor.GetNamespace())
}

// What the Pod Security standard "restricted" has against the pods that an object makes.
func podFaults(object runtime.Object) []string {
	var template corev1.PodTemplateSpec
	switch workload := object.(type) {
	case *appsv1.Deployment:
		template = workload.Spec.Template
	case *appsv1.StatefulSet:
		template = workload.Spec.Template
	case *batchv1.Job:
		template = workload.Spec.Template
	case *batchv1.CronJob:
		template = workload.Spec.JobTemplate.Spec.Template
	default:
		return nil
	}
	evaluator, err := policy.NewEvaluator(policy.DefaultChecks(), nil)
	if err != nil {
		return []string{err.Error()}
	}
	restricted := psa.LevelVersion{Level: psa.LevelRestricted, Version: psa.LatestVersion()}
	verdict := policy.AggregateCheckResults(evaluator.EvaluatePod(restricted, &template.ObjectMeta, &template.Spec))
	if verdict.Allowed {
		return nil
	}
	return []string{"Pod Security restricted: " + verdict.ForbiddenDetail()}
}
