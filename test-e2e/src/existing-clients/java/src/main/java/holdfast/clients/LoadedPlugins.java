// Starts the application and the plugin manager of LOCKSS as a LOCKSS service does. They load configuration, states and
// plugins from Holdfast's two services. Arguments: `configUrl user password`. Prints the startup status of the plugin
// manager, its registries, its plugins with their origin, and the AUs that it started.
package holdfast.clients;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.lockss.app.LockssApp;
import org.lockss.app.LockssApp.AppSpec;
import org.lockss.app.LockssApp.ManagerDesc;
import org.lockss.app.LockssDaemon;
import org.lockss.app.ManagerDescs;
import org.lockss.app.ServiceDescr;
import org.lockss.plugin.ArchivalUnit;
import org.lockss.plugin.Plugin;
import org.lockss.plugin.PluginManager;

public final class LoadedPlugins {
  /** Managers of a service that uses plugins. The application starts the managers that all services have by itself. */
  private static final ManagerDesc[] MANAGERS = {
    ManagerDescs.ACCOUNT_MANAGER_DESC,
    ManagerDescs.PLUGIN_MANAGER_DESC,
    ManagerDescs.STATE_MANAGER_DESC,
    ManagerDescs.CRAWL_MANAGER_DESC,
    ManagerDescs.REPOSITORY_MANAGER_DESC,
  };

  public static void main(String[] args) throws Exception {
    // The application reads this file once, and then deletes it.
    Path secret = Files.createTempFile("secret", null);
    Files.writeString(secret, args[1] + ":" + args[2]);
    String files = args[0] + "/config/file/";
    AppSpec spec = new AppSpec()
      .setName("A service with plugins")
      .setService(ServiceDescr.SVC_MDX)
      .setArgs(new String[] {"-c", args[0], "-s", secret.toString(), "-p", files + "cluster", "-p", files + "user-config"})
      .addAppConfig(LockssApp.PARAM_START_PLUGINS, "true")
      .addAppConfig("org.lockss.platform.diskSpacePaths", Path.of("").toAbsolutePath().toString())
      .setAppManagers(MANAGERS);
    // Returns when the plugins are loaded and the AUs are started.
    LockssDaemon app = (LockssDaemon) LockssApp.startStatic(LockssDaemon.class, spec);
    PluginManager manager = app.getPluginManager();
    say("status", manager.getStartupStatus().toString(), "");
    for (ArchivalUnit au : manager.getAllRegistryAus()) say("registry", au.getAuId(), au.getName());
    for (Plugin plugin : manager.getRegisteredPlugins()) {
      PluginManager.PluginInfo info = manager.getLoadablePluginInfo(plugin);
      if (info == null) continue;
      String where = info.isOnLoadablePath() ? info.getCuUrl() : "elsewhere";
      say("plugin", plugin.getPluginId(), "version " + info.getVersion() + " of " + where);
      for (ArchivalUnit au : plugin.getAllAus()) say("au", au.getAuId(), au.getName());
    }
    // Threads of the application are still running, and would keep the process alive.
    System.exit(0);
  }

  private static void say(String kind, String name, String what) {
    System.out.println("\u0001" + String.join("\t", List.of(kind, name, what)));
  }
}
