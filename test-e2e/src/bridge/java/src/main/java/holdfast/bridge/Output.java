package holdfast.bridge;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;

/** Prints lines of JSON to standard output. Each line is flushed before the method returns. */
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
