// SPDX-License-Identifier: CC0-1.0
// Jena OPERATION: the operations of jena-iri, with the checks that Apache Jena makes of IRIs, line by line, for run.py.
// CLASSPATH is jena-iri.jar, jena-core.jar and slf4j-api.jar, for javac and java.

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.jena.iri.IRI;
import org.apache.jena.iri.IRIFactory;
import org.apache.jena.irix.SetupJenaIRI;

public class Jena {
    private static final IRIFactory FACTORY = SetupJenaIRI.iriFactory();

    private static String part(String value) {
        return value == null ? "^" : value;
    }

    private static String port(int port) {
        return port == IRI.NO_PORT ? "^" : port < 0 ? "" : Integer.toString(port);
    }

    private static String answer(String operation, String line) {
        switch (operation) {
            case "valid":
                return FACTORY.create(line).hasViolation(false) ? "" : "valid";
            case "resolve":
                String[] pair = line.split("\t", -1);
                return FACTORY.create(pair[0]).resolve(pair[1]).toString();
            default:
                IRI iri = FACTORY.create(line);
                return String.join("\t", part(iri.getScheme()), part(iri.getRawUserinfo()), part(iri.getRawHost()),
                    port(iri.getPort()), iri.getRawPath(),
                    part(iri.getRawQuery()), part(iri.getRawFragment()));
        }
    }

    public static void main(String[] args) throws Exception {
        if (!Arrays.asList("valid", "resolve", "split").contains(args[0]))
            System.exit(2);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        PrintStream out = new PrintStream(System.out, false, "UTF-8");
        for (String line; (line = in.readLine()) != null; ) {
            String result = "";
            try {
                result = answer(args[0], line);
            } catch (RuntimeException e) {
                // The line gets an empty answer.
            }
            out.println(result);
        }
        out.flush();
    }
}
