// Runs one program of Kubernetes: etcd, kube-apiserver, kube-controller-manager or kubectl. The first argument is the
// name of the program, which gets the remaining arguments. All programs are in one executable to save compile time.
package main

import (
	"fmt"
	"os"
	_ "time/tzdata" // Needed for the time zones of CronJobs.

	"go.etcd.io/etcd/server/v3/etcdmain"
	"k8s.io/component-base/cli"
	kubectl "k8s.io/kubectl/pkg/cmd"
	kubectlutil "k8s.io/kubectl/pkg/cmd/util"
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
	controllermanager "k8s.io/kubernetes/cmd/kube-controller-manager/app"
)

func main() {
	if len(os.Args) < 2 {
		refuse()
	}
	os.Args = os.Args[1:]
	switch os.Args[0] {
	case "etcd":
		etcdmain.Main(os.Args)
	case "kube-apiserver":
		os.Exit(cli.Run(apiserver.NewAPIServerCommand()))
	case "kube-controller-manager":
		os.Exit(cli.Run(controllermanager.NewControllerManagerCommand()))
	case "kubectl":
		if err := cli.RunNoErrOutput(kubectl.NewDefaultKubectlCommand()); err != nil {
			kubectlutil.CheckErr(err)
		}
	default:
		refuse()
	}
}

func refuse() {
	fmt.Fprintln(os.Stderr, "usage: k8s-control-plane etcd|kube-apiserver|kube-controller-manager|kubectl [ARGUMENT...]")
	os.Exit(2)
}
