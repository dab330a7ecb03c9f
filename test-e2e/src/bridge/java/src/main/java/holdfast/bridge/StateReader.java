package holdfast.bridge;

import java.io.IOException;
import java.util.Map;
import org.lockss.account.UserAccount;
import org.lockss.plugin.AuUtil;
import org.lockss.state.AuStateBean;
import org.lockss.state.CachingStateManager;

/** Parses messages about states with LOCKSS's state manager, and the documents in them with LOCKSS's classes. */
final class StateReader extends CachingStateManager {
  private String read = "";

  /** Returns the parsed document as JSON again, or a text that describes the failure. */
  synchronized String read(Map<String, Object> message) {
    read = "not understood";
    receiveMessage(message);
    return read;
  }

  @Override
  public void doReceiveAuStateChanged(String auid, String json, String cookie) {
    note(() -> AuStateBean.fromJson(auid, json, null).toJson());
  }

  @Override
  public void doReceiveAuAgreementsChanged(String auid, String json, String cookie) {
    note(() -> AuUtil.jsonFromAuAgreements(AuUtil.auAgreementsFromJson(json)));
  }

  @Override
  public void doReceiveAuSuspectUrlVersionsChanged(String auid, String json, String cookie) {
    note(() -> AuUtil.jsonFromAuSuspectUrlVersions(AuUtil.auSuspectUrlVersionsFromJson(json)));
  }

  @Override
  public void doReceiveNoAuPeerSetChanged(String auid, String json, String cookie) {
    note(() -> AuUtil.jsonFromDatedPeerIdSetImpl(AuUtil.datedPeerIdSetImplFromJson(json)));
  }

  @Override
  public void doReceiveUserAccountChanged(
      UserAccount.UserAccountChange change, String username, String json, String cookie) {
    note(() -> change + " " + username + " " + (json == null ? "" : AuUtil.jsonToMap(json).keySet()));
  }

  private interface Reading {
    String read() throws IOException;
  }

  private void note(Reading reading) {
    try {
      read = reading.read();
    } catch (IOException error) {
      read = "fault: " + error.getMessage();
    }
  }
}
