package holdfast.bridge;

import java.io.IOException;
import java.util.Map;
import org.lockss.account.UserAccount;
import org.lockss.plugin.AuUtil;
import org.lockss.state.AuStateBean;
import org.lockss.state.CachingStateManager;

/** The state manager of the field's services: its own receiveMessage, and what its own beans make of the documents. */
final class StateReader extends CachingStateManager {
  private String read = "";

  /** What it understood, as JSON of its beans. */
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
