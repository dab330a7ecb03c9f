// Runs checks of the public methods of a client. Prints a line of JSON for each check, and a fault for each public method
// without a check.
package holdfast.clients;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

final class Checks {
  interface Body {
    void run() throws Throwable;
  }

  private record Check(String method, String what, Body body) {}

  private final Class<?> client;
  private final List<Check> checks = new ArrayList<>();

  Checks(Class<?> client) {
    this.client = client;
  }

  /** Adds a check of a method. `method` contains the simple names of the parameter types, for example `get(String,int)`. */
  void add(String method, String what, Body body) {
    checks.add(new Check(method, what, body));
  }

  /** Runs the checks in the order in which they were added, and prints their results. */
  void run(String mode) throws Exception {
    for (Check check : checks) {
      String fault = null;
      try {
        check.body.run();
      } catch (Throwable thrown) {
        fault = thrown + at(thrown);
      }
      print(mode, check.method, check.what, fault);
    }
    TreeSet<String> left = publicMethods();
    checks.forEach(check -> left.remove(check.method));
    for (String method : left) print(mode, method, "is driven", "nothing drives it");
    for (Check check : checks) {
      if (!publicMethods().contains(check.method)) print(mode, check.method, "is there", "there is no such method");
    }
  }

  private TreeSet<String> publicMethods() {
    return Arrays.stream(client.getDeclaredMethods())
        .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic())
        .map(Checks::signature)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String signature(Method method) {
    return method.getName()
        + Arrays.stream(method.getParameterTypes())
            .map(Class::getSimpleName)
            .collect(Collectors.joining(",", "(", ")"));
  }

  private void print(String mode, String method, String what, String fault) throws Exception {
    Map<String, String> line = new LinkedHashMap<>();
    line.put("client", client.getName());
    line.put("mode", mode);
    line.put("method", method);
    line.put("what", what);
    if (fault != null) line.put("fault", fault);
    System.out.println(new ObjectMapper().writeValueAsString(line));
  }

  private static String at(Throwable thrown) {
    return Arrays.stream(thrown.getStackTrace())
        .filter(frame -> frame.getClassName().startsWith("holdfast"))
        .findFirst()
        .map(frame -> " at " + frame)
        .orElse("");
  }

  static void equal(Object expected, Object found) {
    if (!java.util.Objects.equals(expected, found))
      throw new AssertionError("expected " + expected + ", found " + found);
  }

  static void isTrue(boolean holds, Object found) {
    if (!holds) throw new AssertionError("found " + found);
  }

  /** Expects the body to throw an exception of this class whose message contains the text. */
  static void fails(Class<? extends Throwable> kind, String text, Body body) {
    try {
      body.run();
    } catch (Throwable thrown) {
      if (kind.isInstance(thrown) && String.valueOf(thrown).contains(text)) return;
      throw new AssertionError("expected " + kind.getSimpleName() + " with " + text + ", found " + thrown, thrown);
    }
    throw new AssertionError("expected " + kind.getSimpleName() + ", and nothing was thrown");
  }
}
