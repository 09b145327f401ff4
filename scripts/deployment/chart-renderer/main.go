// Renders a Helm chart with the libraries that Helm uses: Go's templates, sprig, YAML and JSON schema. Helm itself is not
// in Debian. It reads {"chart": folder, "release": name, "namespace": name, "values": {...}} and writes the text of each
// template by its name. An unknown value, function or template is an error.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"github.com/xeipuuv/gojsonschema"
	"gopkg.in/yaml.v2"
)

type request struct {
	Chart     string
	Release   string
	Namespace string
	Values    map[string]interface{}
}

func main() {
	texts, err := render()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if err := json.NewEncoder(os.Stdout).Encode(texts); err != nil {
		panic(err)
	}
}

func render() (map[string]string, error) {
	var asked request
	if err := json.NewDecoder(os.Stdin).Decode(&asked); err != nil {
		return nil, err
	}
	if err := validate(asked); err != nil {
		return nil, err
	}
	chart, err := readChart(asked.Chart)
	if err != nil {
		return nil, err
	}
	files, err := filepath.Glob(filepath.Join(asked.Chart, "templates", "*"))
	if err != nil {
		return nil, err
	}
	root := template.New("gwanje").Option("missingkey=error")
	root.Funcs(functions(root))
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		if _, err := root.New(nameOf(chart, file)).Parse(string(text)); err != nil {
			return nil, err
		}
	}
	texts := map[string]string{}
	for _, file := range files {
		name := nameOf(chart, file)
		if strings.HasPrefix(path.Base(name), "_") {
			continue
		}
		var out bytes.Buffer
		if err := root.ExecuteTemplate(&out, name, scope(asked, chart, name)); err != nil {
			return nil, err
		}
		texts[path.Base(name)] = out.String()
	}
	return texts, nil
}

func nameOf(chart map[string]interface{}, file string) string {
	return fmt.Sprintf("%s/templates/%s", chart["Name"], filepath.Base(file))
}

func scope(asked request, chart map[string]interface{}, name string) map[string]interface{} {
	return map[string]interface{}{
		"Values": asked.Values,
		"Chart":  chart,
		"Release": map[string]interface{}{
			"Name": asked.Release, "Namespace": asked.Namespace, "Service": "Helm",
			"IsInstall": true, "IsUpgrade": false, "Revision": 1,
		},
		"Template": map[string]interface{}{"Name": name, "BasePath": path.Dir(name)},
	}
}

// readChart gives the fields the names that templates use: appVersion is .Chart.AppVersion.
func readChart(folder string) (map[string]interface{}, error) {
	text, err := os.ReadFile(filepath.Join(folder, "Chart.yaml"))
	if err != nil {
		return nil, err
	}
	var fields map[string]interface{}
	if err := yaml.Unmarshal(text, &fields); err != nil {
		return nil, err
	}
	chart := map[string]interface{}{}
	for name, value := range fields {
		chart[strings.ToUpper(name[:1])+name[1:]] = value
	}
	return chart, nil
}

func validate(asked request) error {
	schema, err := os.ReadFile(filepath.Join(asked.Chart, "values.schema.json"))
	if err != nil {
		return err
	}
	result, err := gojsonschema.Validate(gojsonschema.NewBytesLoader(schema), gojsonschema.NewGoLoader(asked.Values))
	if err != nil {
		return err
	}
	if result.Valid() {
		return nil
	}
	lines := []string{"values don't meet the specifications of the schema:"}
	for _, wrong := range result.Errors() {
		lines = append(lines, "- "+wrong.String())
	}
	return errors.New(strings.Join(lines, "\n"))
}

// Helm removes the two functions of sprig that read the environment, and adds these.
func functions(root *template.Template) template.FuncMap {
	all := sprig.TxtFuncMap()
	delete(all, "env")
	delete(all, "expandenv")
	all["include"] = func(name string, data interface{}) (string, error) {
		var out bytes.Buffer
		err := root.ExecuteTemplate(&out, name, data)
		return out.String(), err
	}
	all["required"] = func(message string, value interface{}) (interface{}, error) {
		if value == nil || value == "" {
			return nil, errors.New(message)
		}
		return value, nil
	}
	all["toYaml"] = toYaml
	return all
}

// toYaml goes through JSON as Helm does: a whole number stays one.
func toYaml(value interface{}) (string, error) {
	text, err := json.Marshal(value)
	if err != nil {
		return "", err
	}
	var plain interface{}
	if err := yaml.Unmarshal(text, &plain); err != nil {
		return "", err
	}
	out, err := yaml.Marshal(plain)
	return strings.TrimSuffix(string(out), "\n"), err
}
