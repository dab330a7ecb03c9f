// Validates Kubernetes objects as an API server does when they are created: decodes them strictly, sets defaults,
// converts them and validates them with Kubernetes' own code. Also checks pods against the Pod Security standard
// "restricted". Reads YAML documents from standard input and prints {"objects": […], "faults": ["Kind/name: …"]}.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	serializer "k8s.io/apimachinery/pkg/runtime/serializer/json"
	"k8s.io/apimachinery/pkg/util/validation/field"
	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	pods "k8s.io/kubernetes/pkg/api/pod"
	"k8s.io/kubernetes/pkg/apis/apps"
	_ "k8s.io/kubernetes/pkg/apis/apps/install"
	appsvalidation "k8s.io/kubernetes/pkg/apis/apps/validation"
	"k8s.io/kubernetes/pkg/apis/autoscaling"
	_ "k8s.io/kubernetes/pkg/apis/autoscaling/install"
	autoscalingvalidation "k8s.io/kubernetes/pkg/apis/autoscaling/validation"
	"k8s.io/kubernetes/pkg/apis/batch"
	_ "k8s.io/kubernetes/pkg/apis/batch/install"
	batchvalidation "k8s.io/kubernetes/pkg/apis/batch/validation"
	"k8s.io/kubernetes/pkg/apis/core"
	_ "k8s.io/kubernetes/pkg/apis/core/install"
	corevalidation "k8s.io/kubernetes/pkg/apis/core/validation"
	"k8s.io/kubernetes/pkg/apis/networking"
	_ "k8s.io/kubernetes/pkg/apis/networking/install"
	networkingvalidation "k8s.io/kubernetes/pkg/apis/networking/validation"
	"k8s.io/kubernetes/pkg/apis/policy"
	_ "k8s.io/kubernetes/pkg/apis/policy/install"
	policyvalidation "k8s.io/kubernetes/pkg/apis/policy/validation"
	psa "k8s.io/pod-security-admission/api"
	psapolicy "k8s.io/pod-security-admission/policy"
	"sigs.k8s.io/yaml"
)

// API versions that an API server serves. Kubernetes' code can also decode versions that are no longer served.
var served = map[schema.GroupVersion]bool{
	{Group: "", Version: "v1"}:                  true,
	{Group: "apps", Version: "v1"}:              true,
	{Group: "autoscaling", Version: "v2"}:       true,
	{Group: "batch", Version: "v1"}:             true,
	{Group: "networking.k8s.io", Version: "v1"}: true,
	{Group: "policy", Version: "v1"}:            true,
}

// Validates an object as the API server does when the object is created.
func validate(object runtime.Object) (field.ErrorList, error) {
	switch it := object.(type) {
	case *apps.Deployment:
		return appsvalidation.ValidateDeployment(it, pods.GetValidationOptionsFromPodTemplate(&it.Spec.Template, nil)), nil
	case *apps.StatefulSet:
		return appsvalidation.ValidateStatefulSet(it, pods.GetValidationOptionsFromPodTemplate(&it.Spec.Template, nil)), nil
	case *autoscaling.HorizontalPodAutoscaler:
		return autoscalingvalidation.ValidateHorizontalPodAutoscaler(it, autoscalingvalidation.HorizontalPodAutoscalerSpecValidationOptions{}), nil
	case *batch.CronJob:
		return batchvalidation.ValidateCronJobCreate(it, pods.GetValidationOptionsFromPodTemplate(&it.Spec.JobTemplate.Spec.Template, nil)), nil
	case *core.ConfigMap:
		return corevalidation.ValidateConfigMap(it), nil
	case *core.Namespace:
		return corevalidation.ValidateNamespace(it), nil
	case *core.PersistentVolumeClaim:
		return corevalidation.ValidatePersistentVolumeClaim(it, corevalidation.ValidationOptionsForPersistentVolumeClaimCreate()), nil
	case *core.Service:
		return corevalidation.ValidateServiceCreate(it), nil
	case *core.ServiceAccount:
		return corevalidation.ValidateServiceAccount(it), nil
	case *networking.NetworkPolicy:
		return networkingvalidation.ValidateNetworkPolicy(it, networkingvalidation.NetworkPolicyValidationOptions{}), nil
	case *networking.Ingress:
		return networkingvalidation.ValidateIngressCreate(it), nil
	case *policy.PodDisruptionBudget:
		return policyvalidation.ValidatePodDisruptionBudget(it, policyvalidation.PodDisruptionBudgetValidationOptions{}), nil
	default:
		return nil, fmt.Errorf("not a kind that this check knows: %T", it)
	}
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
	for _, fault := range faultsOf(document) {
		result.Faults = append(result.Faults, fmt.Sprintf("%s/%s: %s", named.Kind, named.Name, fault))
	}
}

func faultsOf(document []byte) []string {
	scheme := legacyscheme.Scheme
	options := serializer.SerializerOptions{Yaml: true, Strict: true}
	object, kind, err := serializer.NewSerializerWithOptions(serializer.DefaultMetaFactory, scheme, scheme, options).
		Decode(document, nil, nil)
	if err != nil {
		return []string{err.Error()}
	}
	if !served[kind.GroupVersion()] {
		return []string{kind.GroupVersion().String() + " is not served"}
	}
	faults := podFaults(object)
	scheme.Default(object)
	internal, err := scheme.ConvertToVersion(object, schema.GroupVersion{Group: kind.Group, Version: runtime.APIVersionInternal})
	if err != nil {
		return append(faults, err.Error())
	}
	invalid, err := validate(internal)
	if err != nil {
		return append(faults, err.Error())
	}
	for _, fault := range invalid {
		faults = append(faults, fault.Error())
	}
	return faults
}

// Returns the violations of the Pod Security standard "restricted" by the pods that an object creates.
func podFaults(object runtime.Object) []string {
	var template corev1.PodTemplateSpec
	switch workload := object.(type) {
	case *appsv1.Deployment:
		template = workload.Spec.Template
	case *appsv1.StatefulSet:
		template = workload.Spec.Template
	case *batchv1.CronJob:
		template = workload.Spec.JobTemplate.Spec.Template
	default:
		return nil
	}
	evaluator, err := psapolicy.NewEvaluator(psapolicy.DefaultChecks(), nil)
	if err != nil {
		return []string{err.Error()}
	}
	restricted := psa.LevelVersion{Level: psa.LevelRestricted, Version: psa.LatestVersion()}
	verdict := psapolicy.AggregateCheckResults(evaluator.EvaluatePod(restricted, &template.ObjectMeta, &template.Spec))
	if verdict.Allowed {
		return nil
	}
	return []string{"Pod Security restricted: " + verdict.ForbiddenDetail()}
}
