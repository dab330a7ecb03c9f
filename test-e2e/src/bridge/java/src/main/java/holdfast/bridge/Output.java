package holdfast.bridge;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;

/** Lines of JSON on standard output, each out before the next thing is done. */
final class Output {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private Output() {}

  static synchronized void line(Map<String, ?> members) {
    try {
      System.out.println(MAPPER.writeValueAsString(members));
      System.out.flush();
    } catch (JsonProcessingException error) {
      throw new IllegalStateException(error);
    }
  }
}
